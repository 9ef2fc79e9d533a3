import { msg, t } from '@tuneport/domain/text/text';
import css from './brand.module.css';

export type EngineKind =
  | 'inline3'
  | 'inline4'
  | 'inline5'
  | 'inline6'
  | 'v6'
  | 'v8'
  | 'v10'
  | 'v12'
  | 'flat4'
  | 'flat6'
  | 'diesel'
  | 'electric';

const names: Record<EngineKind, string> = {
  inline3: msg('Inline three'),
  inline4: msg('Inline four'),
  inline5: msg('Inline five'),
  inline6: msg('Inline six'),
  v6: 'V6',
  v8: 'V8',
  v10: 'V10',
  v12: 'V12',
  flat4: msg('Flat four'),
  flat6: msg('Flat six'),
  diesel: msg('Diesel'),
  electric: msg('Electric'),
};

/**
 * An engine seen from above, with its cylinders in their banks. Diesel has an injector in each cylinder, electric is a
 * stator.
 */
export function EngineSymbol({ kind, size = 48 }: { kind: EngineKind; size?: number }) {
  return (
    <svg
      className={css.drawing}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label={t(names[kind])}
    >
      {kind === 'diesel' ? <Diesel /> : kind === 'electric' ? <Electric /> : <Banks kind={kind} />}
    </svg>
  );
}

function Banks({ kind }: { kind: Exclude<EngineKind, 'diesel' | 'electric'> }) {
  const cylinders = Number(kind.replace(/\D/g, ''));
  const banks = kind.startsWith('inline') ? 1 : 2;
  const perBank = cylinders / banks;
  const pitch = Math.min(10, 38 / perBank);
  const bore = Math.min(4, pitch / 2 - 0.6);
  const rows = banks === 1 ? [24] : kind.startsWith('v') ? [17.5, 30.5] : [13, 35];
  const shift = kind.startsWith('v') ? pitch / 8 : 0;
  const half = (perBank * pitch) / 2 + 2;
  return (
    <>
      {rows.map((y, row) => (
        <g key={y}>
          <rect x={24 - half} y={y - bore - 2.5} width={half * 2} height={bore * 2 + 5} rx="2.5" />
          {Array.from({ length: perBank }, (_, i) => 24 + (i - (perBank - 1) / 2) * pitch + (row ? shift : -shift)).map(
            (x) => (
              <circle key={x} cx={x} cy={y} r={bore} className={css.accent} strokeWidth="1.2" />
            ),
          )}
        </g>
      ))}
      <path
        d={`M${24 - half - 3} ${banks === 1 ? 36 : 24}H${24 + half + 3}`}
        className={css.quiet}
        strokeWidth="1"
        strokeDasharray="5 2 1 2"
      />
    </>
  );
}

const Diesel = () => (
  <>
    <path d="M13 10v30M35 10v30M9 10h8M31 10h8" />
    <rect x="15.5" y="25" width="17" height="10" rx="1.5" />
    <path d="M15.5 28.5h17" className={css.quiet} strokeWidth="1" />
    <path d="M24 35v8" className={css.quiet} />
    <path d="M21.5 5h5v6L24 14l-2.5-3z" />
    <path d="M24 16.5v5M20.5 16l-2.5 4M27.5 16l2.5 4" className={css.accent} />
  </>
);

const Electric = () => (
  <>
    <circle cx="24" cy="24" r="18" />
    <circle cx="24" cy="24" r="6.5" />
    {Array.from({ length: 8 }, (_, i) => (Math.PI * 2 * i) / 8).map((angle) => {
      const at = (r: number) => `${(24 + Math.cos(angle) * r).toFixed(2)} ${(24 + Math.sin(angle) * r).toFixed(2)}`;
      return (
        <path key={angle} d={`M${at(9.5)}L${at(15)}`} className={css.accent} strokeWidth="3" strokeLinecap="butt" />
      );
    })}
    <path d="M22.5 24h3M24 22.5v3" className={css.quiet} strokeWidth="1" />
  </>
);
