import css from './brand.module.css';

export type ToolKind = 'flash' | 'cable' | 'bench' | 'chip';

/** Line drawings of tools on a 96 × 64 canvas; the accent colour marks the functional part. */
export function ToolDrawing({ tool, width = 96 }: { tool: ToolKind; width?: number }) {
  return (
    <svg
      className={css.drawing}
      width={width}
      height={Math.round((width * 64) / 96)}
      viewBox="0 0 96 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[tool]}
    </svg>
  );
}

const box = (x: number, y: number, width: number, height: number, r: number) => {
  const [across, down] = [width - 2 * r, height - 2 * r];
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
};
const ring = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const pins = [0, 1, 2, 3, 4].map((n) => n * 7);

const thin = (d: string) => <path d={d} className={css.quiet} strokeWidth="1" />;
const accent = (d: string, dashes?: string) => <path d={d} className={css.accent} strokeDasharray={dashes} />;
const stock = (d: string) => <path d={d} className={css.stock} strokeWidth="1" strokeDasharray="2 1.5" />;

// All strokes of one kind share one path, because a page draws many tools.
const drawings = {
  flash: (
    <>
      <path d={`${box(30, 8, 36, 48, 5)}M9 40h10l-1.5 9h-7z`} />
      {thin(`${box(35, 14, 26, 18, 2)}${ring(41, 42, 2.5)}${ring(55, 42, 2.5)}M45 50h6M48 56v4.5M30 24H18q-4 0-4 4v12`)}
      {accent('M38 28c4-.5 6-7 10-9s7-1.5 10 .5')}
      {stock('M38 28.5c5-.5 8-3.5 11-4s6-.5 9 0')}
    </>
  ),
  cable: (
    <>
      <path d={`M8 20h24l-3.5 16h-17z${box(72, 11, 9, 14, 1.5)}M81 14h8v8h-8M84 16.5v.1M84 19.5v.1`} />
      {accent('M14 25h12M15 30h10', '1.5 2.5')}
      <path d="M20 36v8q0 10 10 10h18q10 0 10-10V26q0-8 8-8h6" className={css.quiet} />
    </>
  ),
  bench: (
    <>
      {thin('M6 56h84M30 16v7M66 16v7M28 51v5M68 51v5M40 42.5h16M40 46.5h10')}
      <path d={`M14 56V12M82 56V12M14 16h68M26 23h8v6h-8zM62 23h8v6h-8z${box(22, 38, 52, 13, 2)}`} />
      {accent('M30 29v8M66 29v8')}
    </>
  ),
  chip: (
    <>
      <path d={box(28, 12, 40, 40, 3)} />
      {thin(
        `${pins.map((n) => `M${34 + n} 12V6M${34 + n} 58v-6M22 ${18 + n}h6M68 ${18 + n}h6`).join('')}${ring(34, 18, 1.5)}`,
      )}
      {accent('M35 42c5-.5 7-10 12-13s10-2 14 1')}
      {stock('M35 42.5c6-.5 10-4.5 14-5.5s8-.5 12 .5')}
    </>
  ),
} as const;
