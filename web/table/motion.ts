/** Animates motions: copies of pieces glide over the table from place to place. A place is an element with `data-at`;
 * a game names its places and its motions (`GameWeb.motions`). The copies cannot be clicked, read or focused, vanish
 * on arrival, and nothing waits for them. */

/** A motion between two places. Of several names the first visible place is used. */
export interface Motion {
  from: string | readonly string[];
  to: string | readonly string[];
  /** The picture that moves: that of either end, or of a third place. */
  show: "from" | "to" | { at: string };
  /** Whether the piece at the end arrives this way: it is hidden until then. */
  lands?: boolean;
  /** Whether the piece at the start has left: it is hidden instead of fading out. */
  leaves?: boolean;
  /** Delay after the first motion of the step, in milliseconds. */
  after?: number;
  /** A mark that stays, with a trail: a piece was taken there, or taken from me, and who has it now. */
  trail?: { kind: "taken" | "lost"; to: string | readonly string[] };
}

interface CapturedMotion {
  motion: Motion;
  show: Motion["show"];
  from: DOMRect;
  mark: Mark | null;
  leaves: Element[];
  picture: Element | null;
}

interface Mark {
  kind: "taken" | "lost";
  from: Place;
  to: string | readonly string[];
}

/** Where a piece was. */
interface Place {
  /** Its current rectangle on the screen; null if the place is gone or out of sight. */
  now(): DOMRect | null;
}

const SVG = "http://www.w3.org/2000/svg";

/** The elements of the first visible place, and whether it is the first name: the others are only near. */
function find(names: string | readonly string[]): { found: Element[]; exact: boolean } {
  for (const [at, name] of (typeof names === "string" ? [names] : names).entries()) {
    const all = [...document.querySelectorAll(`[data-at="${CSS.escape(name)}"]`)].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 0 && height > 0;
    });
    // A piece drawn in several layers has its name on each; copies of it elsewhere do not count.
    if (all.length)
      return { found: all.filter((one) => one.closest("svg") === all[0]!.closest("svg")), exact: at === 0 };
  }
  return { found: [], exact: false };
}

/** An inert copy of the elements at a place. */
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

/** The place of an element relative to its container, which stays when the element leaves. */
function placeOf(element: Element): Place {
  let around = element.parentElement!;
  while (!around.getClientRects().length) around = around.parentElement!; // display: contents
  const space = (): DOMMatrix | null => {
    if (!around.isConnected) return null;
    if (around instanceof SVGGraphicsElement) return around.getScreenCTM();
    const { left, top, width, height } = around.getBoundingClientRect();
    return new DOMMatrix([width, 0, 0, height, left, top]);
  };
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const inside = space()!.inverse();
  const corners = [new DOMPoint(left, top), new DOMPoint(right, bottom)].map((one) => one.matrixTransform(inside));
  return {
    now() {
      const outside = space();
      if (!outside) return null;
      const [one, other] = corners.map((corner) => corner.matrixTransform(outside)) as [DOMPoint, DOMPoint];
      const found = new DOMRect(one.x, one.y, other.x - one.x, other.y - one.y);
      const picture = around.closest("svg")?.getBoundingClientRect(); // a zoomed picture shows only a part of itself
      const [x, y] = centre(found);
      return picture && (x < picture.left || x > picture.right || y < picture.top || y > picture.bottom) ? null : found;
    },
  };
}

const centre = ({ left, top, width, height }: DOMRect): [number, number] => [left + width / 2, top + height / 2];

const BADGE = 11;
/** Points moved apart as little as necessary, so that marks of this radius do not overlap. */
export function spreadApart(points: readonly (readonly [number, number])[], radius = BADGE + 1): [number, number][] {
  const moved = points.map(([x, y]): [number, number] => [x, y]);
  for (let round = 0; round < 20; round++)
    for (const [at, one] of moved.entries())
      for (const other of moved.slice(at + 1)) {
        const [dx, dy] = [other[0] - one[0], other[1] - one[1]];
        const far = Math.hypot(dx, dy);
        if (far >= 2 * radius) continue;
        const [ux, uy] = far ? [dx / far, dy / far] : [1, 0];
        const push = radius - far / 2;
        one[0] -= ux * push;
        one[1] -= uy * push;
        other[0] += ux * push;
        other[1] += uy * push;
      }
  return moved;
}

function element(name: string, attributes: Record<string, string | number>, text = ""): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}
function group(name: string, ...parts: SVGElement[]): SVGElement {
  const made = element("g", { class: name });
  made.append(...parts);
  return made;
}

export class MotionAnimator {
  #running: Animation[] = [];
  #marks: Mark[] = [];
  #drawn: SVGSVGElement | null = null;
  /** The positions at which the marks were last drawn. */
  #places = "";

  constructor(readonly layer: HTMLElement) {}

  /** Capture the start of motions, before the table changes. */
  capture(motions: readonly Motion[]): CapturedMotion[] {
    return motions.flatMap((motion) => {
      const { found: leaves, exact } = find(motion.from);
      if (!leaves.length) return [];
      const show = motion.show === "from" && !exact ? "to" : motion.show;
      const shown = show === "from" ? leaves : show === "to" ? [] : find(show.at).found;
      const { trail } = motion;
      const mark = trail ? { ...trail, from: placeOf(leaves[0]!) } : null;
      return [{ motion, show, from: leaves[0]!.getBoundingClientRect(), mark, leaves, picture: copyOf(shown) }];
    });
  }

  /** Run the captured motions within this time, after the table has changed; without `travel` only set the marks. */
  animate(captured: readonly CapturedMotion[], time: number, travel: boolean): void {
    this.finish();
    for (const one of captured) {
      const { found: there, exact } = find(one.motion.to);
      if (!there.length) continue;
      const to = there[0]!.getBoundingClientRect();
      if (one.mark) this.#mark(one.mark);
      const picture = one.show !== "to" ? one.picture : exact ? copyOf(there) : null;
      if (travel && picture) this.#fly(one, picture, to, exact ? there : [], time);
    }
  }

  #fly(
    { motion, show, from, leaves }: CapturedMotion,
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
    // A piece from a wide panel is not scaled up to the panel.
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
    // What belongs to a piece where it lands, but not to its picture, comes with it.
    const landing = [motion.to].flat().map((name) => `[data-with="${name}"]`);
    const along = motion.lands ? document.querySelectorAll(landing.join()) : [];
    for (const element of motion.lands ? [...there, ...along] : [])
      this.#running.push(element.animate(unseen, { duration: time + delay }));
    for (const element of motion.leaves ? leaves : []) {
      this.#running.push(
        element.animate([{ visibility: "hidden" }, { visibility: "hidden" }], { duration: time + delay }),
      );
    }
  }

  #mark(mark: Mark): void {
    this.#marks.push(mark);
    if (this.#drawn) return;
    this.#drawn = document.createElementNS(SVG, "svg");
    this.#drawn.classList.add("marks");
    this.layer.prepend(this.#drawn);
    this.#follow(this.#drawn);
  }

  /** Marks follow the board when it is resized, zoomed or moved. */
  #follow(drawn: SVGSVGElement): void {
    if (!drawn.isConnected) return;
    this.#draw(drawn);
    requestAnimationFrame(() => this.#follow(drawn));
  }

  #draw(drawn: SVGSVGElement): void {
    const seen = this.#marks.flatMap(({ kind, from, to }, at) => {
      const [there, keeper] = [from.now(), find(to).found[0]];
      return there && keeper ? [{ kind, number: at + 1, from: there, to: keeper.getBoundingClientRect() }] : [];
    });
    const places = JSON.stringify(seen);
    if (places === this.#places) return;
    this.#places = places;
    const badges = spreadApart(seen.map(({ from }) => centre(from)));
    // Numbers are above all trails.
    drawn.replaceChildren(
      ...seen.map(({ kind, from, to }) => this.#ghost(kind, from, to)),
      ...seen.map(({ kind, number }, at) => this.#badge(kind, number, badges[at]!)),
    );
  }

  /** A ghost where a piece was, and a trail to its new owner. */
  #ghost(kind: Mark["kind"], from: DOMRect, to: DOMRect): SVGElement {
    const [[ax, ay], [mx, my]] = [centre(from), centre(to)];
    // The trail ends at the edge of a large place.
    const [bx, by] =
      to.width > 2 * from.width
        ? [Math.min(Math.max(ax, to.left + 8), to.right - 8), Math.min(Math.max(ay, to.top + 8), to.bottom - 8)]
        : [mx, my];
    const bend = `M${ax} ${ay}Q${(ax + bx) / 2} ${(ay + by) / 2 - Math.min(60, Math.hypot(bx - ax, by - ay) / 5)} ${bx} ${by}`;
    return group(
      kind,
      element("path", { class: "casing", d: bend }),
      element("path", { class: "trail", d: bend }),
      element("circle", {
        class: "ghost",
        cx: ax,
        cy: ay,
        r: Math.max(14, Math.min(from.width, from.height) * 0.36),
      }),
    );
  }

  #badge(kind: Mark["kind"], number: number, [x, y]: [number, number]): SVGElement {
    return group(
      kind,
      element("circle", { class: "badge", cx: x, cy: y, r: BADGE }),
      element("text", { x, y: y + 4.5 }, String(number)),
    );
  }

  /** Finish all animations at once. */
  finish(): void {
    for (const one of this.#running) one.finish();
    this.#running = [];
  }

  /** Remove the marks. */
  clear(): void {
    this.#drawn?.remove();
    [this.#marks, this.#drawn, this.#places] = [[], null, ""];
  }
}
