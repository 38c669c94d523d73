// A card's face. It is shown as a picture, so nothing in it can run; its words stand beside it for those who listen.

import { createContext } from "preact";
import { useContext } from "preact/hooks";

import { useCatalogue, useWords } from "./context";

/** Enlarges a card; given by the table. */
export const EnlargeContext = createContext<(card: string) => void>(() => {});

const pictures = new Map<string, string>();

function picture(face: string): string {
  let made = pictures.get(face);
  if (made === undefined) pictures.set(face, (made = `data:image/svg+xml,${encodeURIComponent(face)}`));
  return made;
}

/** The face of a card, or a back. `small` for gifts on a pile. */
export function Face({ card, size = "middle" }: { card: string | null; size?: "small" | "middle" | "large" }) {
  const { cards } = useCatalogue();
  const words = useWords();
  const found = card === null ? undefined : cards.get(card);
  if (!found?.face) return <span class={`card back ${size}`} role="img" aria-label={found?.name ?? card ?? words.faceDown} />;
  return <img class={`card ${size}`} src={picture(found.face)} alt={found.name} draggable={false} />;
}

/** A button that shows a card large, with its words. */
export function Look({ card, size = "middle" }: { card: string; size?: "small" | "middle" }) {
  const enlarge = useContext(EnlargeContext);
  return (
    <button type="button" class="look" onClick={() => enlarge(card)}>
      <Face card={card} size={size} />
    </button>
  );
}

export function Enlarged({ card, close }: { card: string; close: () => void }) {
  const { cards } = useCatalogue();
  const words = useWords();
  const found = cards.get(card);
  return (
    <dialog class="enlarged" ref={(box) => void (box && !box.open && box.showModal())} onClose={close} aria-label={found?.name ?? card}>
      <Face card={card} size="large" />
      <div>
        <h2>{found?.name}</h2>
        {found?.text.split("\n").map((line) => <p key={line}>{line}</p>)}
        <form method="dialog">
          <button>{words.close}</button>
        </form>
      </div>
    </dialog>
  );
}
