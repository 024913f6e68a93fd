/** What can be shared of a result without giving the draw away: a text, and a picture of 1200 by 630 pixels. */
import type { Say } from "../locale/fluent.svelte";
import { formatNumber } from "../locale/fluent.svelte";

export interface Shared {
  game: string;
  date: string;
  score: number;
  /** Places in words, null for an unranked try. */
  place: string | null;
  lossPlace: string | null;
  /** For each decision: 2 best, 1 a little lost, 0 more lost; null until it is reviewed. */
  marks: readonly number[] | null;
  link: string;
}

const CIRCLES = ["○", "◐", "●"] as const;
/** Longer rows of marks are not shown: they would not be read. */
const MOST_MARKS = 60;

/** The text to paste. */
export function sharedText(shared: Shared, say: Say): string {
  const { game, date, score, place, lossPlace, marks, link } = shared;
  const result = place ? `${formatNumber(score)}, ${place}` : formatNumber(score);
  return [
    say("share-daily", { date }),
    say("share-result", { game, result }),
    ...(lossPlace ? [say("share-without-luck", { place: lossPlace })] : []),
    ...(marks?.length && marks.length <= MOST_MARKS ? [marks.map((mark) => CIRCLES[mark]).join("")] : []),
    link,
  ].join("\n");
}

const WIDTH = 1200;
const HEIGHT = 630;
const [LINEN, PAPER, INK, QUIET, PETROL, SAND, RED] = [
  "#f4efe5",
  "#fffdf8",
  "#1e232a",
  "#555a61",
  "#0e5a62",
  "#e7dfcd",
  "#a8261c",
];
const TITLE = '"Fraunces Variable", Georgia, serif';
const TEXT = '"Atkinson Hyperlegible Next Variable", system-ui, sans-serif';

function hexagon(pen: CanvasRenderingContext2D, x: number, y: number, radius: number, flat = true): void {
  pen.beginPath();
  for (let corner = 0; corner < 6; corner++) {
    const angle = (Math.PI / 3) * corner + (flat ? 0 : Math.PI / 6);
    pen.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
  }
  pen.closePath();
}

/** Draw the picture: always light, because it leaves the page. */
export async function drawShared(canvas: HTMLCanvasElement, shared: Shared, say: Say): Promise<void> {
  await Promise.all([document.fonts.load(`560 90px ${TITLE}`), document.fonts.load(`420 28px ${TEXT}`)]);
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d")!;
  const write = (
    text: string,
    x: number,
    y: number,
    font: string,
    fill: string,
    align: CanvasTextAlign = "left",
  ): void => {
    pen.font = font;
    pen.fillStyle = fill;
    pen.textAlign = align;
    pen.fillText(text, x, y, WIDTH - 80);
  };
  pen.fillStyle = LINEN;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  write("Ludothèque", 56, 80, `560 40px ${TITLE}`, INK);
  write(say("share-daily-short", { date: shared.date }), WIDTH - 52, 76, `420 26px ${TEXT}`, QUIET, "right");

  // An empty tray: nothing of the draw.
  const [x, y] = [242, 304];
  pen.fillStyle = SAND;
  hexagon(pen, x, y, 206, false);
  pen.fill();
  for (let corner = 0; corner < 12; corner++) {
    const angle = (Math.PI / 6) * corner + Math.PI / 12;
    hexagon(pen, x + 142 * Math.cos(angle), y + 142 * Math.sin(angle), 34);
    pen.fillStyle = "#d6ccb6";
    pen.fill();
    pen.strokeStyle = "#bdb096";
    pen.lineWidth = 2;
    pen.stroke();
  }
  pen.beginPath();
  pen.arc(x, y, 108, 0, 2 * Math.PI);
  pen.fillStyle = PAPER;
  pen.fill();
  pen.strokeStyle = PETROL;
  pen.lineWidth = 6;
  pen.stroke();
  write(formatNumber(shared.score), x, y + 22, `560 80px ${TITLE}`, INK, "center");
  write(say("daily-points"), x, y + 60, `420 24px ${TEXT}`, QUIET, "center");

  write(shared.game, 486, 176, `420 30px ${TEXT}`, QUIET);
  write(shared.place ?? say("daily-unranked"), 484, 262, `560 ${shared.place ? 84 : 56}px ${TITLE}`, PETROL);
  if (shared.lossPlace)
    write(say("share-without-luck", { place: shared.lossPlace }), 486, 314, `640 32px ${TEXT}`, INK);
  write(say("share-your-turn"), 486, 426, `420 28px ${TEXT}`, INK);
  write(shared.link.replace(/^https?:\/\//, ""), 486, 466, `640 26px ${TEXT}`, PETROL);

  const marks = shared.marks ?? [];
  if (!marks.length || marks.length > MOST_MARKS) return;
  const radius = Math.min(20, 380 / marks.length);
  marks.forEach((mark, at) => {
    const [left, top] = [62 + radius + at * radius * 2, 556];
    hexagon(pen, left, top, radius);
    pen.fillStyle = [RED, "#9cd0c8", PETROL][mark]!;
    pen.fill();
    if (mark === 2) return;
    // A pattern besides the colour: a line for a little, a cross for more.
    pen.strokeStyle = mark === 1 ? PETROL : PAPER;
    pen.lineWidth = 2.5;
    pen.beginPath();
    const half = radius * 0.45;
    pen.moveTo(left - half, top + half);
    pen.lineTo(left + half, top - half);
    if (mark === 0) {
      pen.moveTo(left - half, top - half);
      pen.lineTo(left + half, top + half);
    }
    pen.stroke();
  });
  (["share-best", "share-little", "share-more"] as const).forEach((word, row) => {
    hexagon(pen, 867, 541 + row * 26, 8);
    pen.fillStyle = [PETROL, "#9cd0c8", RED][row]!;
    pen.fill();
    write(say(word), 884, 547 + row * 26, `420 18px ${TEXT}`, INK);
  });
}
