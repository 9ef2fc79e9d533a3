import type { Palette } from '../palette.ts';

const shades = 64;

/** Colours from low to high: torque teal, amber, accent. They differ in lightness, too. */
export function colourScale(palette: Palette): (share: number) => string {
  const stops = [palette.curves[1], palette.curves[3], palette.curves[0]].map(channels);
  const list = Array.from({ length: shades }, (_, nth) => {
    const place = (nth / (shades - 1)) * (stops.length - 1);
    const from = Math.min(stops.length - 2, Math.floor(place));
    const mixed = [0, 1, 2].map((part) => {
      const [a, b] = [stops[from]?.[part] ?? 0, stops[from + 1]?.[part] ?? 0];
      return Math.round(a + (b - a) * (place - from));
    });
    return `rgb(${mixed.join(' ')})`;
  });
  return (share) => list[Math.min(shades - 1, Math.max(0, Math.round(share * (shades - 1))))] ?? palette.accent;
}

/** "#ff6a2b" as three numbers. */
function channels(hex = '#000000'): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) || 0);
}
