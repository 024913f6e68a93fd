/** Where things are seen to move: copies of pieces glide over the table, from one named place to another.
 *
 * A place is an element with `data-at`; a game names its places and says what goes from where to where (`GameWeb.motions`),
 * and nothing else of a game is known here. The copies belong to nobody: they cannot be hit, read or focused, they are gone
 * when they have arrived, and nothing waits for them.
 */

/** Something that goes from one place to another. Of several names the first that is in sight is meant. */
export interface Motion {
  from: string | readonly string[];
  to: string | readonly string[];
  /** Whose picture moves: what lies at the one end, or at a third place. */
  show: "from" | "to" | { at: string };
  /** Whether what lies at the end came this way: it is unseen until then. */
  lands?: boolean;
  /** Whether what lay at the beginning has left: it is not to be seen fading there. */
  leaves?: boolean;
  /** How long after the first motion of a step it begins, in milliseconds. */
  after?: number;
  /** A mark and a trail that stay: something was taken there, or taken from me, and who has it now. */
  trail?: { kind: "taken" | "lost"; to: string | readonly string[] };
}

interface Begun {
  motion: Motion;
  show: Motion["show"];
  from: DOMRect;
  leaves: Element[];
  picture: Element | null;
}

const SVG = "http://www.w3.org/2000/svg";

/** The elements of the first of these places that is in sight, and whether it is the very first: the others only lie near. */
function find(names: string | readonly string[]): { found: Element[]; exact: boolean } {
  for (const [at, name] of (typeof names === "string" ? [names] : names).entries()) {
    const all = [...document.querySelectorAll(`[data-at="${CSS.escape(name)}"]`)].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 0 && height > 0;
    });
    // A thing that is drawn in several layers has its name on each; a second picture of it elsewhere is not meant.
    if (all.length)
      return { found: all.filter((one) => one.closest("svg") === all[0]!.closest("svg")), exact: at === 0 };
  }
  return { found: [], exact: false };
}

/** A copy of what lies at a place, without anything that could be meant by somebody. */
function copyOf(elements: readonly Element[]): Element | null {
  const first = elements[0];
  if (!first) return null;
  let copy: Element;
  if (first instanceof SVGGraphicsElement && !(first instanceof SVGSVGElement)) {
    const { x, y, width, height } = first.getBBox();
    copy = document.createElementNS(SVG, "svg");
    copy.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    for (const element of elements) {
      const part = element.cloneNode(true) as SVGElement;
      part.removeAttribute("transform");
      part.style.transform = "none";
      copy.append(part);
    }
  } else {
    copy = (first.querySelector("svg") ?? first).cloneNode(true) as Element;
  }
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    for (const { name } of [...one.attributes])
      if (/^(id|role|tabindex|data-.*|aria-.*)$/.test(name)) one.removeAttribute(name);
  }
  return copy;
}

const centre = ({ left, top, width, height }: DOMRect): [number, number] => [left + width / 2, top + height / 2];

export class Stage {
  #running: Animation[] = [];
  #marks: SVGSVGElement | null = null;
  #count = 0;

  constructor(readonly layer: HTMLElement) {}

  /** Note where things are, before the table changes. */
  begin(motions: readonly Motion[]): Begun[] {
    return motions.flatMap((motion) => {
      const { found: leaves, exact } = find(motion.from);
      if (!leaves.length) return [];
      const show = motion.show === "from" && !exact ? "to" : motion.show;
      const shown = show === "from" ? leaves : show === "to" ? [] : find(show.at).found;
      return [{ motion, show, from: leaves[0]!.getBoundingClientRect(), leaves, picture: copyOf(shown) }];
    });
  }

  /** The table has changed: let everything go where it goes, within this time; without travel only the marks are set. */
  end(begun: readonly Begun[], time: number, travel: boolean): void {
    this.finish();
    for (const one of begun) {
      const { found: there, exact } = find(one.motion.to);
      if (!there.length) continue;
      const to = there[0]!.getBoundingClientRect();
      const { trail } = one.motion;
      const keeper = trail && find(trail.to).found[0];
      if (keeper) this.#mark(trail.kind, one.from, keeper.getBoundingClientRect());
      const picture = one.show !== "to" ? one.picture : exact ? copyOf(there) : null;
      if (travel && picture) this.#fly(one, picture, to, exact ? there : [], time);
    }
  }

  #fly(
    { motion, show, from, leaves }: Begun,
    picture: Element,
    to: DOMRect,
    there: readonly Element[],
    time: number,
  ): void {
    const delay = motion.after ?? 0;
    const home = show === "to" ? to : from;
    const other = show === "to" ? from : to;
    const box = document.createElement("div");
    box.className = "flying";
    Object.assign(box.style, {
      left: `${home.left}px`,
      top: `${home.top}px`,
      width: `${home.width}px`,
      height: `${home.height}px`,
    });
    box.append(picture);
    this.layer.append(box);
    const [[ax, ay], [bx, by]] = [centre(home), centre(other)];
    // Something large that comes from a wide panel is not blown up to it.
    const scale = Math.min(other.width / home.width, other.height / home.height, show === "to" ? 1 : Infinity);
    const far = `translate(${bx - ax}px, ${by - ay}px) scale(${scale})`;
    const lift = Math.min(48, Math.hypot(bx - ax, by - ay) / 6);
    const middle = `translate(${(bx - ax) / 2}px, ${(by - ay) / 2 - lift}px) scale(${(1 + scale) / 2})`;
    const frames = show === "to" ? [far, middle, "none"] : ["none", middle, far];
    const timing = { duration: time, delay, easing: "cubic-bezier(.6,0,.2,1)", fill: "backwards" as const };
    const flight = box.animate(
      frames.map((transform) => ({ transform })),
      timing,
    );
    this.#running.push(flight);
    flight.onfinish = () => box.remove();
    const unseen = [{ opacity: 0 }, { opacity: 0 }];
    for (const element of motion.lands ? there : [])
      this.#running.push(element.animate(unseen, { duration: time + delay }));
    for (const element of motion.leaves ? leaves : []) {
      this.#running.push(
        element.animate([{ visibility: "hidden" }, { visibility: "hidden" }], { duration: time + delay }),
      );
    }
  }

  /** A numbered ghost where a piece lay, and a trail to who has it now. */
  #mark(kind: "taken" | "lost", from: DOMRect, to: DOMRect): void {
    if (!this.#marks) {
      this.#marks = document.createElementNS(SVG, "svg");
      this.#marks.classList.add("marks");
      this.layer.prepend(this.#marks);
    }
    const [[ax, ay], [mx, my]] = [centre(from), centre(to)];
    // It ends at the edge of a large place, not on what stands there.
    const [bx, by] =
      to.width > 2 * from.width
        ? [Math.min(Math.max(ax, to.left + 8), to.right - 8), Math.min(Math.max(ay, to.top + 8), to.bottom - 8)]
        : [mx, my];
    const bend = `M${ax} ${ay}Q${(ax + bx) / 2} ${(ay + by) / 2 - Math.min(60, Math.hypot(bx - ax, by - ay) / 5)} ${bx} ${by}`;
    const group = document.createElementNS(SVG, "g");
    group.classList.add(kind);
    const add = (name: string, attributes: Record<string, string | number>, text = ""): void => {
      const element = document.createElementNS(SVG, name);
      for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
      element.textContent = text;
      group.append(element);
    };
    add("path", { class: "casing", d: bend });
    add("path", { class: "trail", d: bend });
    add("circle", { class: "ghost", cx: ax, cy: ay, r: Math.max(14, Math.min(from.width, from.height) * 0.36) });
    add("circle", { class: "badge", cx: ax, cy: ay, r: 11 });
    add("text", { x: ax, y: ay + 4.5 }, String(++this.#count));
    this.#marks.append(group);
  }

  /** Everything that moves is there at once. */
  finish(): void {
    for (const one of this.#running) one.finish();
    this.#running = [];
  }

  /** Take the marks away. */
  clear(): void {
    this.#marks?.remove();
    this.#marks = null;
    this.#count = 0;
  }
}
