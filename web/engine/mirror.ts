/** A copy of a table's masked states, kept up to date by the byte changes in updates. The rules make the views from it
 * that the server would have sent. */
import type { SeatView, Update } from "../messages";
import { MaskedState, Position, type Rules } from "./rules";

type Changes = [offset: number, base64: string][];

/** A seat, or null for a spectator. */
type Place = number | null;

export class TableMirror {
  readonly #known = new Map<Place, Uint8Array>();
  #scene: Uint8Array | null = null;
  #places = "";

  constructor(readonly rules: Rules) {}

  /** Apply the changes of an update; the same update with views. */
  apply(update: Update): Update {
    const mine = update.seats.flatMap((seat, at) => (seat.you && seat.who === "guest" ? [at] : []));
    const places: Place[] = mine.length ? mine : [null];
    if (this.#places !== places.join()) {
      // Another seat gets everything again.
      this.#known.clear();
      this.#scene = null;
      this.#places = places.join();
    }
    for (const { seat, changes } of update.known ?? [])
      this.#known.set(seat, patch(this.#known.get(seat) ?? this.#blank(), changes as Changes));
    const views = places.map((place) => this.#view(place, update.phase));
    if (!update.scene) return { ...update, views };
    this.#scene = patch(this.#scene ?? this.rules.blank("scene"), update.scene as Changes);
    return { ...update, views, picture: this.#picture(places[0]!) };
  }

  #blank(): Uint8Array {
    return new Uint8Array(this.#setupSize + this.rules.declaration.records["state"]!.size);
  }

  get #setupSize(): number {
    return this.rules.declaration.records["setup"]!.size;
  }

  /** The masked state of a seat; null before it is received. */
  known(seat: number): { setup: Uint8Array; state: Uint8Array } | null {
    const records = this.#records(seat);
    return records && { setup: records[0], state: records[1] };
  }

  /** The masked setup and state of a place. */
  #records(place: Place): [setup: Uint8Array, state: Uint8Array] | null {
    const bytes = this.#known.get(place);
    return bytes ? [bytes.slice(0, this.#setupSize), bytes.slice(this.#setupSize)] : null;
  }

  #view(place: Place, phase: Update["phase"]): SeatView {
    const records = this.#records(place);
    if (!records || phase === "waiting") return { seat: place, view: null, legal: [] };
    const known = new MaskedState(this.rules, ...records, place);
    return { seat: place, view: known.view(), legal: phase === "running" ? known.legalWithPreviews() : [] } as SeatView;
  }

  #picture(place: Place): Record<string, unknown> | null {
    const records = this.#records(place);
    return records ? (new Position(this.rules, ...records, this.#scene).picture() as Record<string, unknown>) : null;
  }
}

/** Apply byte changes to a record. */
function patch(record: Uint8Array, changes: Changes): Uint8Array {
  for (const [offset, piece] of changes)
    record.set(
      Uint8Array.from(atob(piece), (sign) => sign.charCodeAt(0)),
      offset,
    );
  return record;
}
