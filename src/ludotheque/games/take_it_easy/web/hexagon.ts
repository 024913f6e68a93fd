/** From the middle of a hexagon to that of an edge, where a corner is 1 away. */
export const APOTHEM = Math.sqrt(3) / 2;

/** A hexagon with flat top. */
export function hexagon(radius: number): string {
  const high = radius * APOTHEM;
  const half = radius / 2;
  return `M${radius} 0L${half} ${high}L${-half} ${high}L${-radius} 0L${-half} ${-high}L${half} ${-high}Z`;
}
