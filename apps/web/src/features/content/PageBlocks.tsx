import type { PictureShape, ShownBlock } from '@tuneport/contract/content/blocks';
import { t } from '@tuneport/domain/text/text';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { RichText } from '../../ui/text/RichText.tsx';
import css from './content.module.css';

type Make = { readonly slug: string; readonly name: string };
type Props = {
  /** The first makes of the catalogue, for the vehicle picker. */
  makes: readonly Make[];
  /** Null for a product that is not sold in this region. */
  product: (slug: string) => ReactNode;
};

/** The blocks of an editable page. Everything is plain HTML: it reads the same without scripts. */
export const PageBlocks = ({ blocks, ...props }: Props & { blocks: readonly ShownBlock[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no names, and a page never reorders them
  blocks.map((block, at) => <OneBlock key={at} block={block} {...props} />);

function OneBlock({ block, makes, product }: Props & { block: ShownBlock }) {
  switch (block.kind) {
    case 'text':
      return <RichText sanitisedHtml={block.html} />;
    case 'image':
      return block.image ? (
        <figure className={css.figure}>
          <Picture picture={block.image} sizes="(min-width: 900px) 760px, 92vw" />
          {block.caption ? <figcaption>{block.caption}</figcaption> : null}
        </figure>
      ) : null;
    case 'table':
      return <BlockTable caption={block.caption} columns={block.columns} rows={block.rows} />;
    case 'steps':
      return (
        <section>
          {block.title ? <h2>{block.title}</h2> : null}
          <ol className={css.steps}>
            {block.items.map(({ title, html }) => (
              <li key={title}>
                <h3>{title}</h3>
                <RichText sanitisedHtml={html} />
              </li>
            ))}
          </ol>
        </section>
      );
    case 'faq':
      return (
        <section>
          {block.title ? <h2>{block.title}</h2> : null}
          <div className={css.questions}>
            {block.items.map(({ question, html }) => (
              <details key={question}>
                <summary>{question}</summary>
                <RichText sanitisedHtml={html} />
              </details>
            ))}
          </div>
        </section>
      );
    case 'cta':
      return (
        <section className={css.cta}>
          <h2>{block.title}</h2>
          {block.text ? <p>{block.text}</p> : null}
          <ButtonLink variant="primary" to={block.to}>
            {block.label}
          </ButtonLink>
        </section>
      );
    case 'product': {
      const card = product(block.slug);
      return card ? <div className={css.product}>{card}</div> : null;
    }
    case 'vehicles':
      return <VehiclePicker title={block.title} text={block.text} makes={makes} />;
  }
}

function BlockTable(props: { caption: string; columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  const { caption, columns, rows } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard, too
    <section className={css.tableFrame} tabIndex={0} aria-label={caption || columns.join(', ')}>
      <table className={css.table}>
        {caption ? <caption>{caption}</caption> : null}
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('|')}>
              {columns.map((column, at) => (
                <td key={column}>{row[at] ?? ''}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const makesShown = 12;

function VehiclePicker({ title, text, makes }: { title: string; text: string; makes: readonly Make[] }) {
  return (
    <section className={css.cta}>
      <h2>{title || t('Choose your car')}</h2>
      {text ? <p>{text}</p> : null}
      <ul className={css.makes}>
        {makes.slice(0, makesShown).map(({ slug, name }) => (
          <li key={slug}>
            <Link to={`/catalog/${slug}`} discover="none">
              {name}
            </Link>
          </li>
        ))}
      </ul>
      <ButtonLink to="/catalog">{t('All makes')}</ButtonLink>
    </section>
  );
}

/** A picture of the media library, in the narrowest version that is sharp enough. */
export function Picture({
  picture,
  sizes,
  eager = false,
  className,
}: {
  picture: PictureShape;
  sizes: string;
  eager?: boolean;
  className?: string | undefined;
}) {
  return (
    <img
      className={className}
      src={picture.sizes.at(-1)?.url}
      srcSet={picture.sizes.map(({ url, width }) => `${url} ${width}w`).join(', ')}
      sizes={sizes}
      width={picture.width}
      height={picture.height}
      alt={picture.alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  );
}
