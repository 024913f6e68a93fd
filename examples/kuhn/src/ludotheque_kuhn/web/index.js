// Kuhn poker in the page: the whole board in plain JavaScript, by the contract of docs/how-to/write-a-board.md. It draws what the view
// holds and offers what is legal; it knows no rule.

/** A new element with a class and, if they are given, more attributes. */
function make(tag, name, attributes = {}) {
  const element = document.createElement(tag);
  element.className = name;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

/** A place for a card, and what shows one there. */
function cardPlace() {
  const element = make("div", "card-place", { role: "img" });
  const [index, name] = [make("span", "index"), make("span", "name")];
  element.append(index, name);
  return {
    element,
    show(card, there, label, say) {
      element.dataset.card = card ?? (there ? "hidden" : "none");
      element.setAttribute("aria-label", label);
      index.textContent = card ? say("kuhn-index", { card }) : "";
      name.textContent = card ? say("kuhn-card", { card }) : "";
    },
  };
}

/** A player's side of the table. */
function side() {
  const element = make("section", "side");
  const [name, chips, words] = [make("b", "who"), make("span", "chips"), make("p", "words")];
  const card = cardPlace();
  const text = make("div", "text");
  text.append(name, chips, words);
  element.append(card.element, text);
  return {
    element,
    show(seat, { view, name: nameOf, say }) {
      const [shown, dealt] = [view.cards[seat], seat < view.dealt];
      const said = view.said.filter((_, at) => (view.opener + at) % view.seats === seat);
      element.classList.toggle("to-act", view.to_act.includes(seat));
      element.setAttribute("aria-label", nameOf(seat));
      name.textContent = nameOf(seat);
      chips.textContent = say("kuhn-won-so-far", {
        chips: Math.abs(view.chips[seat]),
        lost: view.chips[seat] < 0 ? "yes" : "no",
      });
      words.textContent = said.map((word) => say(`kuhn-said-${word}`)).join(", ");
      const face = shown ? say("kuhn-card", { card: shown }) : say(dealt ? "kuhn-face-down" : "kuhn-no-card");
      card.show(shown, dealt, `${nameOf(seat)}: ${face}`, say);
    },
  };
}

/** The sentence for the last hand that was won in some events, with both cards; null if none was. The next hand is dealt
 * at once, so its end is mostly seen from the next. */
function lastHand({ latest, name, me, say }) {
  const won = latest.flatMap(({ effects = [] }) => effects.filter(({ effect }) => effect === "hand_won")).at(-1);
  if (!won) return null;
  const { seat, chips, cards } = won;
  const text = say("effect-hand-won", { name: name(seat), mine: seat === me ? "yes" : "no", chips });
  const shown = cards.map((card, seat) => say("plain-fact", { label: name(seat), text: say("kuhn-card", { card }) }));
  return `${text} (${shown.join(", ")})`;
}

/** Puts the board into an element of the page; see docs/how-to/write-a-board.md. */
function mount(target, props) {
  let now = props;
  const board = make("div", "kuhn");
  const felt = make("div", "felt");
  const [theirs, mine] = [side(), side()];
  const pot = make("div", "pot", { role: "img" });
  const last = make("p", "last", { role: "status" });
  const doing = make("div", "doing");
  const buttons = [0, 1].map((place) => {
    const button = make("button", place ? "button primary" : "button", { type: "button" });
    const [label, costs] = [make("b", "label"), make("small", "costs")];
    button.hidden = true; // until there is something to do
    button.append(label, costs);
    button.addEventListener("click", () => choose(place));
    return { button, label, costs };
  });
  doing.append(...buttons.map(({ button }) => button));
  felt.append(theirs.element, pot, mine.element);
  board.append(felt, last, doing);
  target.append(board);

  function choose(place) {
    const choice = now.legal[place];
    if (choice && now.pending === null) void now.act(choice.do);
  }

  function onkey(event) {
    if (event.target.closest?.("input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "1" || event.key === "2") choose(Number(event.key) - 1);
  }
  document.addEventListener("keydown", onkey);

  function show() {
    const { view, legal, pending, me, say } = now;
    const own = me ?? 0;
    mine.show(own, now);
    theirs.show(1 - own, now);
    pot.replaceChildren(...Array.from({ length: view.pot }, () => make("i", "chip")));
    const amount = make("span", "amount");
    amount.textContent = say("kuhn-pot", { chips: view.pot });
    pot.append(amount);
    pot.setAttribute("aria-label", amount.textContent);
    last.textContent = lastHand(now) ?? last.textContent;
    doing.hidden = me === null;
    doing.classList.toggle("waiting", legal.length === 0);
    buttons.forEach(({ button, label, costs }, place) => {
      const choice = legal[place];
      // Neither disabled nor hidden, so that whoever plays by keys stays where they are while the other thinks.
      button.setAttribute("aria-disabled", String(!choice || pending !== null));
      if (!choice) return;
      label.textContent = say(`action-${choice.parts.verb}`);
      button.hidden = false;
      costs.textContent = say("kuhn-costs", choice.preview);
    });
  }
  show();

  return {
    update(next) {
      now = next;
      show();
    },
    destroy() {
      document.removeEventListener("keydown", onkey);
      board.remove();
    },
  };
}

export default {
  mount,

  tags: (view, say) => [say("kuhn-hand", { hand: view.hand, hands: view.hands })],

  keys: (say) => [
    ["1", say("kuhn-key-first")],
    ["2", say("kuhn-key-second")],
  ],
};
