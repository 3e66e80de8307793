/**
 * Contrast of white on a colour, 1 to 21 (WCAG 2.2, "contrast ratio").
 *
 * @param color `#rrggbb`
 * @example contrastOnWhite('#000000') // 21
 */
export function contrastOnWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
