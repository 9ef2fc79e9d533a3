import { t } from '@tuneport/domain/text/text';
import { memo } from 'react';
import { ToolDrawing, type ToolKind } from '../../../ui/brand/ToolDrawing.tsx';
import { TextLink } from '../../../ui/controls/Button.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import { rich } from '../../../ui/text/rich.ts';
import type { Tool, WritingTool } from '../catalog-types.ts';
import engineCss from '../vehicle/engine.module.css';
import type { TuneGroup } from '../vehicle/selection.ts';
import { productPath, ToolOffers } from './ToolOffers.tsx';
import css from './tool-list.module.css';
import type { ToolOffer } from './tool-offers.ts';

const drawingOf = (tool: Pick<Tool, 'is_benchflash' | 'is_fzl'>): ToolKind =>
  tool.is_benchflash ? 'bench' : tool.is_fzl ? 'cable' : 'flash';

type Props = {
  tools: readonly WritingTool[];
  groups: readonly TuneGroup[];
  bought: readonly number[];
  offers: readonly ToolOffer[];
};

/** All tools that write tunes of this page, with those tunes. */
export const ToolList = memo(function ToolList({ tools, groups, bought, offers }: Props) {
  const sold = groups.flatMap((group) => [...group.tunes, ...group.addOns]);
  const found = tools.flatMap((tool) => {
    const writes = sold.filter((tune) => tool.tuneIds.includes(tune.id)).map((tune) => tune.wire.name);
    return writes.length === 0 ? [] : [{ tool, writes }];
  });
  if (found.length === 0) return null;
  return (
    <section className={css.toolSection}>
      <h2 className={engineCss.sectionTitle}>{t('Tools that work with this car')}</h2>
      <ul className={css.tools}>
        {found.map(({ tool, writes }) => (
          <li key={tool.id} className={css.tool}>
            <ToolDrawing tool={drawingOf(tool)} width={72} />
            <div>
              <h3 className={css.toolName}>
                {offers.some(({ slug }) => slug === tool.product_slug) ? (
                  <TextLink to={productPath(tool.product_slug ?? '')} discover="none">
                    {tool.name}
                  </TextLink>
                ) : (
                  tool.name
                )}
              </h3>
              {tool.description ? <p className={engineCss.quiet}>{tool.description}</p> : null}
              <p className={engineCss.quiet}>
                {[
                  writes.length === sold.length
                    ? t('Works with every tune on this page.')
                    : t('Works with {tunes}.', { tunes: [...new Set(writes)].join(', ') }),
                  tool.is_inhouse && t('Done in our workshop.'),
                ]
                  .filter(Boolean)
                  .join(' ')}
              </p>
              <ToolOffers tool={tool} offers={offers} isEnough={bought.every((id) => tool.tuneIds.includes(id))} />
              <InstallFee fee={tool.install_fee} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
});

/** Charged only if installation is selected. */
const InstallFee = ({ fee }: { fee: Tool['install_fee'] }) =>
  /[1-9]/.test(fee.amount) ? (
    <p className={engineCss.quiet}>
      {rich('Installation {fee}, if you choose it', { fee: <MoneyText money={fee} /> })}
    </p>
  ) : null;
