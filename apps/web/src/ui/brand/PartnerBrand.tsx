import css from './PartnerBrand.module.css';

export type Brand = {
  readonly name: string;
  readonly logo: string | null;
  readonly colour: string | null;
  readonly text_colour: string | null;
};

/**
 * Logo, name and colour of the dealer whose customer reads the page. Colours are attributes of SVG shapes, because the
 * content security policy allows no inline styles.
 */
export function PartnerBrand({ brand }: { brand: Brand }) {
  return (
    <div className={css.brand}>
      <div className={css.line}>
        {brand.logo === null ? (
          <svg className={css.letter} viewBox="0 0 40 40" width="40" height="40" aria-hidden="true">
            <rect width="40" height="40" rx="6" fill={brand.colour ?? '#000000'} />
            <text
              x="20"
              y="27"
              textAnchor="middle"
              fontSize="20"
              fontWeight="600"
              fill={brand.text_colour ?? '#ffffff'}
            >
              {[...brand.name.trim()][0]?.toUpperCase() ?? ''}
            </text>
          </svg>
        ) : (
          <img className={css.logo} src={brand.logo} alt="" />
        )}
        <span className={css.name}>{brand.name}</span>
      </div>
      {brand.colour === null ? null : (
        <svg className={css.bar} aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 1 1">
          <rect width="1" height="1" fill={brand.colour} />
        </svg>
      )}
    </div>
  );
}
