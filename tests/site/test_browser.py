"""The site in a browser: filter, search, accessibility, narrow screens, no scripts, a clean console."""

from __future__ import annotations

from typing import Any

import pytest

from tests.site.pages import LANGUAGES

By = pytest.importorskip("selenium.webdriver.common.by").By
Keys = pytest.importorskip("selenium.webdriver.common.keys").Keys
Wait = pytest.importorskip("selenium.webdriver.support.ui").WebDriverWait
Select = pytest.importorskip("selenium.webdriver.support.ui").Select

#: One page of each kind.
KINDS = (
    "index.html",
    "rules/rulebook.html",
    "rules/examples.html",
    "cards/index.html",
    "cards/balthasar.html",
    "cards/siege-map.html",
    "cards/irma.html",
    "guides/add-a-card.html",
    "guides/frontend.html",
    "reference/words/index.html",
    "reference/words/steps.html",
    "reference/icons.html",
    "reference/numbers.html",
    "reference/errors.html",
    "reference/command-line.html",
    "reference/python.html",
    "reference/json.html",
    "reference/simulation.html",
    "design/house.html",
    "design/card-path.html",
    "design/language.html",
)
#: One page of each kind that differs by language.
SOME = (
    "index.html",
    "rules/rulebook.html",
    "cards/index.html",
    "cards/siege-map.html",
    "reference/words/steps.html",
    "design/house.html",
)
PHONE = (360, 740)
DESKTOP = (1280, 900)


def visible(browser: Any) -> list[str]:
    """The ids of the cards that the gallery shows."""
    cards = browser.find_elements(By.CSS_SELECTOR, "ul.gallery > li")
    return [card.get_attribute("id").removeprefix("card-") for card in cards if card.is_displayed()]


def choose(browser: Any, field: str, value: str) -> None:
    Select(browser.find_element(By.ID, f"filter-{field}")).select_by_value(value)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_gallery_can_be_filtered(browser: Any, address: str, language: str) -> None:
    browser.get(f"{address}/{language}/cards/index.html")
    assert len(visible(browser)) == 34
    choose(browser, "organisation", "army")
    choose(browser, "rank", "3")
    assert visible(browser) == ["victoria"]
    assert "1" in browser.find_element(By.CSS_SELECTOR, ".filter output").text
    assert "organisation=army" in browser.current_url
    browser.find_element(By.CSS_SELECTOR, ".filter button[type=reset]").click()
    Wait(browser, 5).until(lambda _: len(visible(browser)) == 34)
    choose(browser, "mark", "threat_letter")
    assert visible(browser) == ["letter-affair", "letter-crime", "letter-debt"]
    choose(browser, "mark", "")
    choose(browser, "icon", "any")
    assert "alms" in visible(browser)
    assert "kurt" not in visible(browser)


def test_a_filtered_gallery_can_be_linked(browser: Any, address: str) -> None:
    browser.get(f"{address}/en/cards/index.html?kind=rivals")
    assert visible(browser) == ["bianca", "celeste", "irma", "nicolo", "ruggero"]


def test_the_filter_works_by_keyboard(browser: Any, address: str) -> None:
    browser.get(f"{address}/en/cards/index.html")
    browser.find_element(By.ID, "filter-kind").send_keys("Rivals")
    assert len(visible(browser)) == 5


@pytest.mark.parametrize(
    ("language", "query", "wanted"),
    [
        ("en", "Box at the opera", "cards/opera-box.html"),
        ("en", "库鲁特", "cards/kurt.html"),
        ("en", "クルト", "cards/kurt.html"),
        ("en", "shadow influence", "rules/"),
        ("zh-Hans", "库尔特", "cards/kurt.html"),
        ("zh-Hans", "库鲁特", "cards/kurt.html"),
        ("zh-Hans", "巴特萨尔", "cards/balthasar.html"),
        ("zh-Hans", "恐吓信", "cards/letter-"),
        ("zh-Hans", "威胁信", "cards/letter-"),
        ("zh-Hans", "Kurt", "cards/kurt.html"),
        ("zh-Hans", "阴谋标志", "rules/rulebook.html"),
        ("ja", "クルト", "cards/kurt.html"),
        ("ja", "賄賂", "cards/bribe.html"),
        ("ja", "歌劇場のボックス席", "cards/opera-box.html"),
        ("ja", "影の影響力", "rules/rulebook.html"),
        ("ja", "库尔特", "cards/kurt.html"),
    ],
)
def test_search_finds(browser: Any, address: str, language: str, query: str, wanted: str) -> None:
    browser.set_window_size(*DESKTOP)
    browser.get(f"{address}/{language}/index.html")
    field = browser.find_element(By.CSS_SELECTOR, "input.md-search__input")
    field.click()
    field.send_keys(query)

    def results(_: Any) -> list[str]:
        # Asked in one go: the list is drawn anew while one types.
        return browser.execute_script(
            "return Array.from(document.querySelectorAll('a.md-search-result__link'), link => link.href)"
        )

    Wait(browser, 20).until(results, "nothing was found")
    Wait(browser, 5).until(lambda _: any(wanted in link for link in results(_)[:6]), f"{query} was not found first")


def kinds(language: str) -> tuple[str, ...]:
    """The pages to look at: all kinds in English, in other languages what differs."""
    return KINDS if language == "en" else SOME


def paint(browser: Any, address: str, colours: str) -> None:
    """Let the reader prefer light or dark colours, and forget what was chosen before."""
    features = [{"name": "prefers-color-scheme", "value": colours}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    browser.get(f"{address}/en/index.html")
    browser.execute_script("localStorage.clear()")
    browser.refresh()
    scheme = browser.find_element(By.TAG_NAME, "body").get_attribute("data-md-color-scheme")
    assert scheme == {"light": "default", "dark": "slate"}[colours]


RUN_AXE = """
const done = arguments[arguments.length - 1];
axe.run(document, {runOnly: {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}})
   .then(found => done(found.violations.map(told)), error => done([String(error)]));
function told(violation) {
  const where = node => node.html.slice(0, 160) + " [" + (node.any[0] ? node.any[0].message : "") + "]";
  return violation.id + ": " + violation.nodes.slice(0, 4).map(where).join(" | ");
}
"""


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_are_accessible(browser: Any, address: str, axe: str, language: str, colours: str) -> None:
    paint(browser, address, colours)
    browser.set_window_size(*DESKTOP)
    found: list[str] = []
    for kind in kinds(language):
        browser.get(f"{address}/{language}/{kind}")
        browser.execute_script(axe)
        found += [f"{kind}: {violation}" for violation in browser.execute_async_script(RUN_AXE)]
    paint(browser, address, "light")
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_console_stays_clean(browser: Any, address: str, language: str) -> None:
    browser.get_log("browser")
    for kind in kinds(language):
        browser.get(f"{address}/{language}/{kind}")
    assert [entry for entry in browser.get_log("browser") if entry["level"] == "SEVERE"] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_narrow_screen_does_not_scroll_sideways(browser: Any, address: str, language: str) -> None:
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": PHONE[0], "height": PHONE[1], "deviceScaleFactor": 1, "mobile": True},
    )
    wide: list[str] = []
    for kind in kinds(language):
        browser.get(f"{address}/{language}/{kind}")
        width = browser.execute_script("return document.scrollingElement.scrollWidth")
        if width > PHONE[0]:
            wide.append(f"{kind}: {width}")
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert wide == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_can_be_read_without_scripts(plain_browser: Any, address: str, language: str) -> None:
    browser = plain_browser
    browser.get(f"{address}/{language}/cards/index.html")
    assert len(visible(browser)) == 34
    assert not browser.find_element(By.ID, "filter").is_displayed()
    for kind in kinds(language):
        browser.get(f"{address}/{language}/{kind}")
        assert len(browser.find_element(By.CSS_SELECTOR, "article").text) > 200, kind
        assert browser.find_element(By.CSS_SELECTOR, "nav.md-tabs a, nav.md-nav a").get_attribute("href")


def test_every_picture_says_what_it_is(browser: Any, address: str) -> None:
    for kind in KINDS:
        browser.get(f"{address}/en/{kind}")
        for image in browser.find_elements(By.CSS_SELECTOR, "article img"):
            assert image.get_attribute("alt") is not None, kind
            assert browser.execute_script(
                "return arguments[0].loading === 'lazy' || arguments[0].naturalWidth > 0", image
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_languages_are_one_click_away(browser: Any, address: str, language: str) -> None:
    browser.get(f"{address}/{language}/cards/kurt.html")
    links = [link.get_attribute("href") for link in browser.find_elements(By.CSS_SELECTOR, ".md-select__link")]
    assert links == [f"{address}/{other}/cards/kurt.html" for other in LANGUAGES]


def test_the_door_lists_the_languages(browser: Any, address: str) -> None:
    browser.get(f"{address}/index.html#")
    Wait(browser, 5).until(lambda _: "/en/" in browser.current_url or browser.find_elements(By.CSS_SELECTOR, "main a"))
