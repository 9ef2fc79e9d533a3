import { t } from '@tuneport/domain/text/text';
import { memo } from 'react';
import { useLoginLink } from '../../../shell/use-login-link.ts';
import { Link } from '../../../ui/controls/Link.tsx';
import { PriceText } from '../../../ui/text/PriceText.tsx';
import type { CatalogTune } from '../catalog-types.ts';
import { type Figures, figuresOf, gainOf, gainPercentOf, type Units } from '../figures.ts';
import engineCss from '../vehicle/engine.module.css';
import { isChosen, isFollower, nameOfTune, neededBy, type Selection, type TuneGroup } from '../vehicle/selection.ts';
import { GainBar } from './GainBar.tsx';
import css from './tune-rows.module.css';

type Props = {
  group: TuneGroup;
  selection: Selection;
  units: Units;
  stockFigures: Figures | null;
  pricesShown: boolean;
  onChoose: (group: TuneGroup, tune: CatalogTune | null) => void;
  onToggle: (group: TuneGroup, tune: CatalogTune, on: boolean) => void;
};

/** The tunes of one control unit: one main tune, any number of add-ons, gains drawn to a common scale. */
export function TuneRows({ group, selection, units, stockFigures, pricesShown, onChoose, onToggle }: Props) {
  const wanted = selection.currentHpTorque;
  const all = group.tunes.map((tune) => figuresOf(tune.wire, wanted, units));
  const largest = (of: 'power' | 'torque') => Math.max(stockFigures?.[of] ?? 0, ...all.map((one) => one?.[of] ?? 0));
  const [powerMax, torqueMax] = [largest('power'), largest('torque')];
  const picked = selection[group.key];
  const isStock = picked === null ? group.key !== 'tune' : picked === group.stock?.slug;
  const recommended = new Set(
    [...(selection.fullEngine?.tunes ?? []), ...(selection.fullTransmission?.tunes ?? [])]
      .filter((tune) => isPicked(selection, tune.slug))
      .flatMap((tune) => tune.recommended),
  );
  const names = (ids: readonly number[]) => ids.flatMap((id) => nameOfTune(selection, id) ?? []).join(', ');
  return (
    <>
      {group.tunes.length === 0 ? null : (
        <fieldset className={engineCss.group}>
          <legend>
            <h2 className={engineCss.sectionTitle}>{group.title}</h2>
          </legend>
          <StockRow group={group} chosen={isStock} figures={stockFigures} units={units} onChoose={onChoose} />
          {group.tunes.map((tune, at) => (
            <TuneRow
              key={tune.slug}
              group={group}
              tune={tune}
              chosen={selection[group.key] === tune.slug}
              alongWith={isChosen(selection, group, tune) ? neededBy(selection, tune.id).join(', ') : ''}
              figures={all[at] ?? null}
              stock={stockFigures}
              units={units}
              powerMax={powerMax}
              torqueMax={torqueMax}
              requires={names(tune.requires)}
              recommended={recommended.has(tune.id)}
              pricesShown={pricesShown}
              isFollower={isFollower(selection, group.unit, tune)}
              onChoose={onChoose}
            />
          ))}
        </fieldset>
      )}
      {group.addOns.length === 0 ? null : (
        <fieldset className={engineCss.group}>
          <legend>
            <h2 className={engineCss.sectionTitle}>
              {group.key === 'tune' ? t('Add-ons') : t('Add-ons for the {title}', { title: group.title })}
            </h2>
          </legend>
          {group.addOns.map((tune) => (
            <AddOnRow
              key={tune.slug}
              group={group}
              tune={tune}
              chosen={isChosen(selection, group, tune)}
              requires={names(tune.requires)}
              neededBy={neededBy(selection, tune.id).join(', ')}
              recommended={recommended.has(tune.id)}
              pricesShown={pricesShown}
              isFollower={isFollower(selection, group.unit, tune)}
              onToggle={onToggle}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

const isPicked = (s: Selection, slug: string): boolean =>
  [s.tune, s.transmissionTune, s.dsgTune, s.awdTune].includes(slug) ||
  [s.addOnTunes, s.transmissionAddOnTunes, s.awdAddOnTunes].some((list) => list.includes(slug));

type StockRowProps = Pick<Props, 'group' | 'onChoose' | 'units'> & { chosen: boolean; figures: Figures | null };

const StockRow = memo(function StockRow({ group, chosen, figures, units, onChoose }: StockRowProps) {
  const own = group.key === 'tune' ? figures : null;
  return (
    <label className={css.row} data-stock>
      <input
        type="radio"
        name={group.mainName}
        value={group.stock?.slug ?? ''}
        checked={chosen}
        onChange={() => onChoose(group, null)}
      />
      <span className={css.rowName}>{t(group.stock?.wire.name ?? 'Keep stock')}</span>
      <span className={css.rowPrice}>
        {own ? (
          <span className={css.stockFigures}>
            {`${own.power ?? '–'} ${units.power} · ${own.torque ?? '–'} ${units.torque}`}
          </span>
        ) : null}
      </span>
    </label>
  );
});

type TuneRowProps = Pick<Props, 'group' | 'units' | 'pricesShown' | 'onChoose'> & {
  tune: CatalogTune;
  chosen: boolean;
  figures: Figures | null;
  stock: Figures | null;
  powerMax: number;
  torqueMax: number;
  requires: string;
  /** Names of the selected tunes that require this one. */
  alongWith: string;
  recommended: boolean;
  /** Charged its add-on price, because another tune is the lead of the purchase. */
  isFollower: boolean;
};

const TuneRow = memo(function TuneRow({ group, tune, chosen, figures, stock, units, ...more }: TuneRowProps) {
  const { wire } = tune;
  const gain = group.key === 'tune' ? gainOf(figures, stock) : null;
  const same = gain ? stock : null;
  const percent = group.key === 'tune' && !figures ? gainPercentOf(wire) : null;
  return (
    <label className={css.row} data-chosen={chosen || undefined}>
      <input
        type="radio"
        name={group.mainName}
        value={tune.slug}
        checked={chosen}
        onChange={() => more.onChoose(group, tune)}
      />
      <span className={css.rowName}>
        {wire.name}
        {more.recommended ? <span className={css.tag}>{t('Recommended')}</span> : null}
      </span>
      <RowPrice tune={tune} shown={more.pricesShown} isFollower={more.isFollower} />
      {wire.description ? <span className={css.rowText}>{wire.description}</span> : null}
      {more.requires ? (
        <span className={css.rowText}>{t('Requires {requires}.', { requires: more.requires })}</span>
      ) : null}
      {more.alongWith && !chosen ? (
        <span className={css.rowText}>
          {t('Included because {alongWith} needs it.', { alongWith: more.alongWith })}
        </span>
      ) : null}
      {figures && group.key === 'tune' ? (
        <span className={css.bars}>
          <GainBar kind="power" value={figures.power} stock={same?.power ?? null} max={more.powerMax} />
          <span className={css.barText} data-kind="power">
            {gain?.power ? <Plus value={gain.power} unit={units.power} /> : `${figures.power ?? '–'} ${units.power}`}
          </span>
          <GainBar kind="torque" value={figures.torque} stock={same?.torque ?? null} max={more.torqueMax} />
          <span className={css.barText} data-kind="torque">
            {gain?.torque ? (
              <Plus value={gain.torque} unit={units.torque} />
            ) : (
              `${figures.torque ?? '–'} ${units.torque}`
            )}
          </span>
        </span>
      ) : null}
      {percent ? (
        <span className={css.rowText}>
          {t('About +{power}% power and +{torque}% torque (estimated)', {
            power: percent.power ?? 0,
            torque: percent.torque ?? 0,
          })}
        </span>
      ) : null}
      {wire.torque_limit && group.key !== 'tune' ? (
        <span className={css.rowText}>
          {t('Torque limit {value} {unit}', { value: wire.torque_limit.value, unit: wire.torque_limit.unit })}
        </span>
      ) : null}
      {chosen && wire.notes ? <span className={css.rowNotes}>{wire.notes}</span> : null}
    </label>
  );
});

function Plus({ value, unit }: { value: number; unit: string }) {
  return (
    <>
      {`${value > 0 ? '+' : '−'}${Math.abs(value)} `}
      <span className={css.unit}>{unit}</span>
    </>
  );
}

type AddOnProps = Pick<Props, 'group' | 'pricesShown' | 'onToggle'> & {
  tune: CatalogTune;
  chosen: boolean;
  requires: string;
  neededBy: string;
  recommended: boolean;
  isFollower: boolean;
};

const AddOnRow = memo(function AddOnRow({ group, tune, chosen, onToggle, ...more }: AddOnProps) {
  const { wire } = tune;
  const isNeeded = chosen && more.neededBy !== '';
  return (
    <label className={css.row} data-chosen={chosen || undefined}>
      <input
        type="checkbox"
        name={group.addOnName}
        value={tune.slug}
        checked={chosen}
        aria-disabled={isNeeded || undefined}
        onChange={(event) => onToggle(group, tune, event.currentTarget.checked)}
      />
      <span className={css.rowName}>
        {wire.name}
        {more.recommended && !chosen ? <span className={css.tag}>{t('Recommended')}</span> : null}
      </span>
      <RowPrice tune={tune} shown={more.pricesShown} isFollower={more.isFollower} addOn />
      {wire.description ? <span className={css.rowText}>{wire.description}</span> : null}
      {isNeeded ? (
        <span className={css.rowText}>{t('Needed by {neededBy}.', { neededBy: more.neededBy })}</span>
      ) : more.requires ? (
        <span className={css.rowText}>{t('Requires {requires}.', { requires: more.requires })}</span>
      ) : null}
      {chosen && wire.notes ? <span className={css.rowNotes}>{wire.notes}</span> : null}
    </label>
  );
});

function LoginForPrices() {
  return (
    <Link {...useLoginLink()} className={css.priceLogin} discover="none">
      {t('Log in for prices')}
    </Link>
  );
}

type RowPriceProps = { tune: CatalogTune; shown: boolean; isFollower: boolean; addOn?: boolean };

/** The price of the row within this selection, so that the rows match the total. */
function RowPrice({ tune: { wire }, shown, isFollower, addOn = false }: RowPriceProps) {
  const price = isFollower ? (wire.addonprice ?? wire.price) : wire.price;
  const before = isFollower ? (wire.baseaddonprice ?? (wire.addonprice ? null : wire.baseprice)) : wire.baseprice;
  if (!shown) {
    return (
      <span className={css.rowPrice}>
        <LoginForPrices />
      </span>
    );
  }
  if (!price) return <span className={css.rowPrice}>{t('On request')}</span>;
  return (
    <span className={css.rowPrice}>
      {addOn ? '+ ' : null}
      <PriceText money={price} was={before && before.amount !== price.amount ? before : undefined} />
    </span>
  );
}
