import css from './brand.module.css';

export type ToolKind = 'flash' | 'cable' | 'bench' | 'chip';

/** Tools as line drawings on a 96 × 64 sheet; the accent marks the part that does the work. */
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

const drawings = {
  flash: (
    <>
      <rect x="30" y="8" width="36" height="48" rx="5" />
      <rect x="35" y="14" width="26" height="18" rx="2" className={css.quiet} strokeWidth="1" />
      <path d="M38 28c4-.5 6-7 10-9s7-1.5 10 .5" className={css.accent} />
      <path d="M38 28.5c5-.5 8-3.5 11-4s6-.5 9 0" className={css.stock} strokeWidth="1" strokeDasharray="2 1.5" />
      <circle cx="41" cy="42" r="2.5" className={css.quiet} strokeWidth="1" />
      <circle cx="55" cy="42" r="2.5" className={css.quiet} strokeWidth="1" />
      <path d="M45 50h6" className={css.quiet} strokeWidth="1" />
      <path d="M48 56v4.5M30 24H18q-4 0-4 4v12" className={css.quiet} strokeWidth="1" />
      <path d="M9 40h10l-1.5 9h-7z" />
    </>
  ),
  cable: (
    <>
      <path d="M8 20h24l-3.5 16h-17z" />
      <path d="M14 25h12M15 30h10" className={css.accent} strokeDasharray="1.5 2.5" />
      <path d="M20 36v8q0 10 10 10h18q10 0 10-10V26q0-8 8-8h6" className={css.quiet} />
      <rect x="72" y="11" width="9" height="14" rx="1.5" />
      <path d="M81 14h8v8h-8M84 16.5v.1M84 19.5v.1" />
    </>
  ),
  bench: (
    <>
      <path d="M6 56h84" className={css.quiet} strokeWidth="1" />
      <path d="M14 56V12M82 56V12M14 16h68" />
      <path d="M30 16v7M66 16v7" className={css.quiet} strokeWidth="1" />
      <path d="M26 23h8v6h-8zM62 23h8v6h-8z" />
      <path d="M30 29v8M66 29v8" className={css.accent} />
      <rect x="22" y="38" width="52" height="13" rx="2" />
      <path d="M28 51v5M68 51v5M40 42.5h16M40 46.5h10" className={css.quiet} strokeWidth="1" />
    </>
  ),
  chip: (
    <>
      <rect x="28" y="12" width="40" height="40" rx="3" />
      <path
        d="M34 12V6M41 12V6M48 12V6M55 12V6M62 12V6M34 58v-6M41 58v-6M48 58v-6M55 58v-6M62 58v-6M22 18h6M22 25h6M22 32h6M22 39h6M22 46h6M68 18h6M68 25h6M68 32h6M68 39h6M68 46h6"
        className={css.quiet}
        strokeWidth="1"
      />
      <circle cx="34" cy="18" r="1.5" className={css.quiet} strokeWidth="1" />
      <path d="M35 42c5-.5 7-10 12-13s10-2 14 1" className={css.accent} />
      <path d="M35 42.5c6-.5 10-4.5 14-5.5s8-.5 12 .5" className={css.stock} strokeWidth="1" strokeDasharray="2 1.5" />
    </>
  ),
} as const;
