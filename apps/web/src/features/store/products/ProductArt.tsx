import type { ReactNode } from 'react';
import { cx } from '../../../ui/class-names.ts';
import css from './art.module.css';
import type { ListedProduct, ProductImage } from './product-types.ts';

type Art = ListedProduct['art'];

/** A photo if there is one, else a line drawing in the same frame. */
export function ProductPicture({
  art,
  image,
  sizes,
  eager,
  className,
}: {
  art: Art;
  image: ProductImage | null;
  /** Displayed width, for the browser's choice of `srcset` candidate. */
  sizes: string;
  eager?: boolean;
  className?: string | undefined;
}) {
  return (
    <div className={cx(css.sheet, className)}>
      {image ? (
        <img
          className={css.picture}
          src={image.sizes[0]?.url}
          srcSet={image.sizes.map(({ width, url }) => `${url} ${width}w`).join(', ')}
          sizes={sizes}
          width={image.width}
          height={image.height}
          alt={image.alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
        />
      ) : (
        <ProductArt art={art} />
      )}
    </div>
  );
}

/** Line drawings on a 240 × 160 canvas; the accent colour marks the functional part. */
export function ProductArt({ art }: { art: Art }) {
  return (
    <svg
      className={css.drawing}
      viewBox="0 0 240 160"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {drawings[art]}
    </svg>
  );
}

const curve = (x: number, y: number, width: number, height: number) => (
  <>
    <path
      d={`M${x} ${y + height}C${x + width * 0.3} ${y + height - 2} ${x + width * 0.4} ${y + height * 0.62} ${x + width * 0.62} ${y + height * 0.52}S${x + width * 0.9} ${y + height * 0.5} ${x + width} ${y + height * 0.62}`}
      className={css.stock}
      strokeWidth="1.5"
      strokeDasharray="4 3"
    />
    <path
      d={`M${x} ${y + height}C${x + width * 0.26} ${y + height - 4} ${x + width * 0.34} ${y + height * 0.2} ${x + width * 0.6} ${y + height * 0.08}S${x + width * 0.9} ${y} ${x + width} ${y + height * 0.16}`}
      className={css.accent}
    />
  </>
);

/** A dimension line between two ticks. */
const measure = (x1: number, y: number, x2: number) => (
  <path d={`M${x1} ${y - 4}v8M${x2} ${y - 4}v8M${x1} ${y}H${x2}`} className={css.quiet} strokeWidth="1" />
);

const plug = (x: number, y: number) => (
  <>
    <path d={`M${x} ${y}h44l-6 30h-32z`} className={css.fill} />
    <path d={`M${x + 9} ${y + 10}h26M${x + 11} ${y + 19}h22`} strokeDasharray="2 4.4" className={css.quiet} />
  </>
);

const drawings: Readonly<Record<Art, ReactNode>> = {
  handheld: (
    <>
      <path d="M148 66h28q14 0 14 14v26" className={css.quiet} />
      {plug(168, 106)}
      <rect x="76" y="14" width="76" height="124" rx="12" className={css.fill} />
      <rect x="86" y="26" width="56" height="46" rx="4" />
      {curve(92, 34, 44, 30)}
      <circle cx="100" cy="92" r="7" className={css.quiet} />
      <circle cx="128" cy="92" r="7" className={css.quiet} />
      <path d="M96 114h36M96 122h22" className={css.quiet} />
      <circle cx="114" cy="19.5" r="1.6" className={css.dot} />
      {measure(76, 151, 152)}
    </>
  ),
  interface: (
    <>
      <path d="M26 92h24" className={css.quiet} />
      <path d="M190 76h10q14 0 14 14v18" className={css.quiet} />
      <path
        d="M50 58h124a16 16 0 0 1 16 16v28a16 16 0 0 1-16 16H50a10 10 0 0 1-10-10V68a10 10 0 0 1 10-10Z"
        className={css.fill}
      />
      <path d="M58 58l14-22h96l14 22" className={css.quiet} />
      <rect x="60" y="72" width="66" height="32" rx="4" />
      {curve(66, 78, 54, 20)}
      <circle cx="148" cy="82" r="4" className={css.accent} />
      <circle cx="164" cy="82" r="4" className={css.quiet} />
      <path d="M144 98h28" className={css.quiet} />
      <path d="M14 80h12v24H14zM18 86v.1M18 98v.1" />
      <path d="M202 108h24v18h-24zM208 126v8M220 126v8" />
      {measure(40, 142, 190)}
    </>
  ),
  bench: (
    <>
      <path d="M16 138h208" className={css.quiet} />
      <path d="M38 138V30M202 138V30M38 38h164" />
      <path d="M84 38v16M156 38v16" className={css.quiet} />
      <path d="M74 54h20v14H74zM146 54h20v14h-20z" className={css.fill} />
      <path d="M84 68v20M156 68v20" className={css.accent} />
      <rect x="58" y="90" width="124" height="36" rx="5" className={css.fill} />
      <path d="M70 126v12M170 126v12" className={css.quiet} />
      <path d="M70 102h34M70 112h22" className={css.quiet} />
      {curve(120, 96, 50, 22)}
      {measure(38, 20, 202)}
    </>
  ),
  cable: (
    <>
      {plug(24, 34)}
      <path d="M46 64v14q0 40 40 40h44q36 0 36-36V64q0-18 18-18h6" className={css.accent} />
      <path
        d="M46 64v14q0 40 40 40h44q36 0 36-36V64q0-18 18-18h6"
        className={css.quiet}
        strokeWidth="7"
        opacity="0.35"
      />
      <rect x="190" y="28" width="26" height="36" rx="5" className={css.fill} />
      <path d="M216 36h12v20h-12M222 42v.1M222 50v.1" />
      {measure(24, 142, 228)}
    </>
  ),
  adapter: (
    <>
      <path d="M52 44h72l-9 46H61z" className={css.fill} />
      <path d="M66 58h44M69 74h38" strokeDasharray="3 5.6" className={css.quiet} />
      <path d="M74 90v16h28V90" />
      <path d="M88 106v16q0 12 12 12h26" className={css.accent} />
      <rect x="126" y="112" width="62" height="36" rx="6" className={css.fill} />
      <path d="M138 122h12M138 130h24M138 138h18" className={css.quiet} />
      <circle cx="176" cy="123" r="2.2" className={css.dot} />
      {measure(52, 30, 124)}
    </>
  ),
  intake: (
    <>
      <path
        d="M36 106c0-34 22-56 60-56h30c20 0 28-14 50-14h30v44h-26c-22 0-26 20-52 20H96c-14 0-18 6-18 18"
        className={css.fill}
      />
      <path d="M36 106v26h42v-14" />
      <path d="M42 132v12M52 132v12M62 132v12M72 132v12" className={css.quiet} />
      <path d="M206 36l14-6v56l-14-6" />
      <path d="M100 74c22 0 30-2 46-12s26-12 44-12" className={css.accent} />
      <path d="M180 42l12 8-10 10" className={css.accent} />
      <path d="M118 54v44M128 54v44" className={css.quiet} />
      {measure(36, 24, 206)}
    </>
  ),
  exhaust: (
    <>
      <path d="M12 60h44q14 0 22 12l8 12q8 12 22 12h12" />
      <path d="M12 78h38q12 0 18 10l8 12q10 14 28 14h16" />
      <rect x="120" y="82" width="74" height="46" rx="23" className={css.fill} />
      <path d="M138 82v46M176 82v46" className={css.quiet} />
      <path d="M194 94h30v20h-30" />
      <ellipse cx="224" cy="104" rx="4" ry="10" />
      <path d="M12 52v34M6 52h12v34H6z" className={css.quiet} />
      <path d="M26 69h24q14 0 21 11l8 12q9 13 26 13h4" className={css.accent} strokeDasharray="7 5" />
      {measure(120, 146, 194)}
    </>
  ),
  intercooler: (
    <>
      <path d="M44 46l-18 16v44l18 16M196 46l18 16v44l-18 16" className={css.fill} />
      <rect x="44" y="44" width="152" height="80" rx="3" className={css.fill} />
      <path d="M44 60h152M44 76h152M44 92h152M44 108h152" className={css.quiet} />
      <path
        d="M60 44v80M76 44v80M92 44v80M108 44v80M124 44v80M140 44v80M156 44v80M172 44v80"
        className={css.quiet}
        strokeWidth="1"
        strokeDasharray="2 3"
      />
      <path d="M8 72h18M8 94h18M214 72h18M214 94h18" />
      <path d="M4 84h14" className={css.accent} />
      <path d="M222 84h14l-5-5M236 84l-5 5" className={css.torque} />
      {measure(44, 30, 196)}
    </>
  ),
  injector: (
    <>
      {[58, 104, 150].map((x) => (
        <g key={x}>
          <path
            d={`M${x} 26h28v10H${x}zM${x + 4} 36v18h20V36M${x - 2} 54h32v36h-32zM${x + 5} 90v22h18V90M${x + 10} 112v10h8v-10`}
            className={css.fill}
          />
          <path d={`M${x + 4} 66h20M${x + 4} 74h20M${x + 4} 82h20`} className={css.quiet} />
          <path
            d={`M${x + 14} 128l-8 16M${x + 14} 128v18M${x + 14} 128l8 16`}
            className={css.accent}
            strokeWidth="1.5"
          />
        </g>
      ))}
      <path d="M40 20h160" className={css.quiet} />
    </>
  ),
  module: (
    <>
      <path d="M20 64h38M20 96h38M182 64h38M182 96h38" className={css.quiet} />
      <path d="M8 54h12v20H8zM8 86h12v20H8zM220 54h12v20h-12zM220 86h12v20h-12z" />
      <rect x="58" y="38" width="124" height="84" rx="9" className={css.fill} />
      <path d="M70 38V28M90 38V28M110 38V28M130 38V28M150 38V28M170 38V28" className={css.quiet} />
      <rect x="74" y="54" width="92" height="52" rx="4" className={css.quiet} />
      {curve(82, 62, 76, 36)}
      <circle cx="67" cy="112" r="2" className={css.dot} />
      {measure(58, 140, 182)}
    </>
  ),
  gauge: (
    <>
      <circle cx="120" cy="80" r="62" className={css.fill} />
      <circle cx="120" cy="80" r="52" className={css.quiet} />
      <path d="M83.2 116.8l5-5M71 92.7l6.800-1.800M76 52.5l6.200 3.500M101.900 31.4l2.500 6.500M138.100 31.4l-2.500 6.500M164 52.5l-6.200 3.500M169 92.7l-6.800-1.800M156.800 116.8l-5-5" />
      <path d="M83.200 116.800A52 52 0 0 1 164 52.500" className={css.accent} strokeWidth="4" />
      <path d="M120 80l30-20" className={css.accent} strokeWidth="3" />
      <circle cx="120" cy="80" r="5" />
      <path d="M106 108h28" className={css.quiet} />
    </>
  ),
  software: (
    <>
      <rect x="30" y="22" width="180" height="108" rx="8" className={css.fill} />
      <path d="M30 42h180" className={css.quiet} />
      <path d="M40 32v.1M50 32v.1M60 32v.1" strokeWidth="4" className={css.quiet} />
      <path d="M46 58v58h112M46 96h112M46 77h112" className={css.quiet} strokeWidth="1" />
      {curve(50, 56, 104, 54)}
      <path d="M172 58h24M172 70h18M172 82h24M172 94h14" className={css.quiet} />
      <path d="M90 146h60M120 130v16" className={css.quiet} />
    </>
  ),
  shirt: (
    <>
      <path
        d="M86 22l-46 22 16 36 20-8v66h88V72l20 8 16-36-46-22c-6 14-16 20-34 20s-28-6-34-20z"
        className={css.fill}
      />
      <path d="M94 26c6 10 14 14 26 14s20-4 26-14" className={css.quiet} />
      {curve(94, 70, 52, 34)}
      <path d="M76 128h88" className={css.quiet} strokeDasharray="3 4" />
    </>
  ),
  mug: (
    <>
      <path d="M66 40h88v76a18 18 0 0 1-18 18H84a18 18 0 0 1-18-18z" className={css.fill} />
      <path d="M154 58h14a18 18 0 0 1 18 18v12a18 18 0 0 1-18 18h-14" />
      <path d="M66 54h88" className={css.quiet} />
      {curve(78, 70, 64, 40)}
      <path d="M92 28c-4-6 4-8 0-14M112 28c-4-6 4-8 0-14M132 28c-4-6 4-8 0-14" className={css.quiet} />
    </>
  ),
  case: (
    <>
      <path d="M96 38v-8a8 8 0 0 1 8-8h32a8 8 0 0 1 8 8v8" />
      <rect x="26" y="38" width="188" height="96" rx="10" className={css.fill} />
      <path d="M26 78h188" />
      <path d="M64 72h20v14H64zM156 72h20v14h-20z" className={css.fill} />
      {curve(92, 90, 56, 30)}
      <path d="M42 134v8M198 134v8" className={css.quiet} />
      {measure(26, 152, 214)}
    </>
  ),
  parcel: (
    <>
      <path d="M120 20l78 34v62l-78 34-78-34V54z" className={css.fill} />
      <path d="M42 54l78 34 78-34M120 88v62" />
      <path d="M81 37l78 34v26" className={css.quiet} />
      <path d="M56 78l34 15v22l-34-15z" className={css.quiet} />
      <path d="M62 98c6 3 8-6 12-6s6 10 12 14" className={css.accent} />
    </>
  ),
};
