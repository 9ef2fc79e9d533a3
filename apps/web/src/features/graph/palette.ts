export type Palette = {
  readonly ground: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly accent: string;
  readonly font: string;
  readonly curves: readonly string[];
};

const dashes = [[], [5, 3], [2, 3], [9, 3, 2, 3], [1, 2]];
/** The dash pattern of a log's curves. */
export const dashOf = (logNth: number): number[] => dashes[logNth % dashes.length] ?? [];

/** Colours from the computed styles of this element; a canvas cannot read CSS variables. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    ground: colour('--c-raised'),
    line: colour('--c-line'),
    text: colour('--c-text'),
    quiet: colour('--c-quiet'),
    accent: colour('--c-accent'),
    font: style.fontFamily,
    curves: Array.from({ length: 8 }, (_, nth) => colour(`--curve-${nth + 1}`)),
  };
}

/** Sizes a canvas to the device pixel ratio; returns its size in CSS pixels. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
): { ctx: CanvasRenderingContext2D; width: number; height: number } | null {
  const ctx = canvas.getContext('2d');
  const { clientWidth: width, clientHeight: height } = canvas;
  if (!ctx || width === 0 || height === 0) return null;
  const scale = Math.min(window.devicePixelRatio || 1, 3);
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  return { ctx, width, height };
}
