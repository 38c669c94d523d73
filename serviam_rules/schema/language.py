"""The card language as JSON Schema: a definition for each sort of expression, with the words it knows.

A mapping is told by its tag: `dependentSchemas` hands it to the schema of the word whose tag it has. So no choice is
ever tried branch by branch, and a mistake is reported once, in the terms of the word that was meant.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, TypeAlias

from serviam_rules.effects import vocabulary
from serviam_rules.effects.node import AMOUNT, BRANCH, Argument, Node, Sort
from serviam_rules.fields import ID_LENGTH, ID_PATTERN
from serviam_rules.schema.known import Known

Schema: TypeAlias = dict[str, Any]

#: What messages and editors call an expression of each sort.
LABELS: Final = {
    "step": "a step",
    "who": "a choice of powerholders",
    "people": "a filter of powerholders",
    "place": "a choice of places",
    "places": "a collection of places",
    "spot": "a filter of places",
    "gift": "a choice of gifts",
    "hand": "a collection of gifts",
    "cards": "a filter of gifts",
    "player": "a choice of players",
    "players": "a group of players",
    "collection": "a collection of things",
    "amount": "a number",
    "condition": "a condition",
    "branch": "one of the things to choose from",
    "turnable": "what to turn up",
    "replaceable": "what to replace",
    "deck": "a deck",
    "rule": "a lasting rule",
    "moment": "a moment",
    "until": "when it ends",
}
#: How an icon's parameter is used in its effect.
PARAMETER: Final = r"^\$[a-z][a-z0-9]*(_[a-z0-9]+)*$"
_NAME: Final = r"^[a-z][a-z0-9]*([-_][a-z0-9]+)*$"
_LONGEST_LIST: Final = 32


class Language:
    """Gathers the definitions that a schema needs.

    `known` are the ids on offer, without which descriptions of words and examples are left out too; `parameters`
    admits `$name` where an icon's parameter can stand.
    """

    def __init__(self, known: Known | None = None, *, parameters: bool = False) -> None:
        self.known = known
        self.parameters = parameters
        self.definitions: dict[str, Schema] = {}
        assert vocabulary.OPS, "the words of the language are loaded"

    def expression(self, sort: Sort, description: str) -> Schema:
        """The schema of an expression of this sort."""
        if sort.name not in self.definitions:
            self.definitions[sort.name] = {}  # sorts lead back to themselves
            self.definitions[sort.name] = self._sort(sort)
        return {"description": description, "$ref": f"#/$defs/{sort.name}"}

    def several(self, sort: Sort, description: str, least: int = 1, most: int = _LONGEST_LIST) -> Schema:
        """The schema of a list of expressions of this sort."""
        return {
            "title": "a list",
            "description": description,
            "type": "array",
            "items": self.expression(sort, sort.doc),
            "minItems": least,
            "maxItems": most,
        }

    def id_of(self, kind: str, description: str, *, or_null: bool = False) -> Schema:
        """The schema of an id of this kind."""
        schema: Schema = {"title": f"an id ({kind})", "description": description, "type": "string"}
        if or_null:
            schema |= {"title": f"an id ({kind}) or null", "type": ["string", "null"]}
        ids = list(self.known.ids.get(kind, ())) if self.known else []
        schema |= {"pattern": ID_PATTERN, "maxLength": ID_LENGTH} | ({"examples": ids} if ids else {})
        return self._or_parameter(schema)

    # ---- sorts

    def _sort(self, sort: Sort) -> Schema:
        words = [cls for tag, cls in sorted(sort.words.items()) if tag != "number"]
        bare = [cls for cls in words if not any(argument.required for argument in cls.arguments)]
        tagged = [cls for cls in words if cls.arguments]
        schema: Schema = {"title": LABELS[sort.name], "description": sort.doc, "type": self._types(sort, bare, tagged)}
        if "number" in sort.words:
            schema |= _bounds(sort.words["number"].arguments[0])
        if self.known:
            schema["defaultSnippets"] = [*map(_bare_snippet, bare), *_snippets(tagged)]
        if tagged:
            schema["properties"] = {cls.tag: {"description": cls.doc} for cls in tagged}
            schema["dependentSchemas"] = {cls.tag: self._word(sort, cls) for cls in tagged}
        return schema | {"allOf": [*self._bare(sort, bare), *_untagged(sort, tagged)]}

    def _types(self, sort: Sort, bare: list[type[Node]], tagged: list[type[Node]]) -> str | list[str]:
        text = bare or self._takes_parameter(sort)
        possible = (("integer", "number" in sort.words), ("string", text), ("object", tagged))
        types = [name for name, may in possible if may]
        return types if len(types) > 1 else types[0]

    def _takes_parameter(self, sort: Sort) -> bool:
        return self.parameters and sort is AMOUNT

    def _bare(self, sort: Sort, bare: list[type[Node]]) -> Iterable[Schema]:
        """What a text may be: a word without arguments, or a parameter."""
        if bare:
            docs = {"enumDescriptions": [cls.doc for cls in bare]} if self.known else {}
            words = {"title": LABELS[sort.name], "enum": [cls.tag for cls in bare], **docs}
            text: Schema = {"type": "string"}
            if self._takes_parameter(sort):
                text["not"] = {"pattern": PARAMETER}
            yield {"if": text, "then": words}

    # ---- words

    def _word(self, sort: Sort, cls: type[Node]) -> Schema:
        main, *others = cls.arguments
        properties = {cls.tag: self._argument(sort, main)}
        properties.update({argument.key: self._argument(sort, argument) for argument in others})
        required = [argument.key for argument in others if argument.required]
        return {
            "properties": properties,
            **({"required": required} if required else {}),
            "additionalProperties": False,
        }

    def _argument(self, sort: Sort, argument: Argument) -> Schema:
        facts = argument.facts
        match facts.kind:
            case "node":
                return self.expression(argument.sort_in(sort), facts.doc)
            case "pair":
                return self.several(argument.sort_in(sort), facts.doc, 2, 2)
            case "nodes":
                inner = argument.sort_in(sort)
                return self.several(inner, facts.doc, 2 if inner is BRANCH else 1)
            case "id":
                return self.id_of(facts.of, facts.doc)
            case "integer":
                return self._or_parameter(_integer(argument))
            case "binds" | "reads":
                return {
                    "title": "a name",
                    "description": facts.doc,
                    "type": "string",
                    "pattern": _NAME,
                    "maxLength": 48,
                }

    def _or_parameter(self, schema: Schema) -> Schema:
        if not self.parameters:
            return schema
        outside: Schema = {key: schema.pop(key) for key in ("description", "examples") if key in schema}
        return {
            **outside,
            "if": {"type": "string", "pattern": "^[$]"},
            "then": {"title": "a parameter of the icon", "pattern": PARAMETER},
            "else": schema,
        }


def _untagged(sort: Sort, tagged: list[type[Node]]) -> Iterable[Schema]:
    """A mapping without any tag: every key in it is a mistake, most likely a misspelt tag."""
    if tagged:
        tags = [cls.tag for cls in tagged]
        yield {
            "if": {"type": "object", "not": {"anyOf": [{"required": [tag]} for tag in tags]}},
            "then": {
                "title": LABELS[sort.name],
                "properties": {tag: {} for tag in tags},
                "additionalProperties": False,
                "minProperties": 1,
            },
        }


def _integer(argument: Argument) -> Schema:
    return {
        "title": "a whole number",
        "description": argument.facts.doc,
        "type": "integer",
        **_bounds(argument),
    }


def _bounds(argument: Argument) -> Schema:
    bounds = {"minimum": argument.facts.least, "maximum": argument.facts.most}
    return {key: bound for key, bound in bounds.items() if bound is not None}


def _bare_snippet(cls: type[Node]) -> Schema:
    return {"label": cls.tag, "description": cls.examples.get(cls.tag, cls.doc), "body": cls.tag}


def _snippets(words: Iterable[type[Node]]) -> Iterable[Schema]:
    """What an editor offers to write for a mapping: the first example of each word."""
    for cls in words:
        for text, meaning in list(cls.examples.items())[:1]:
            yield {"label": text, "description": meaning, "body": text}
