import type { CallReply } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { call } from '../../platform/api/browser.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Radio } from '../../ui/form/Checkbox.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { MoneyText } from '../../ui/text/MoneyText.tsx';
import checkout from '../store/checkout/checkout.module.css';
import { distanceLabel } from './distance-labels.ts';
import css from './purchase.module.css';
import type { Estimate } from './purchase-types.ts';

type Found = CallReply<'GET /v1/catalog/installers'>;

type Props = {
  estimate: Estimate;
  /** The buyer has a tool: the dealers are offered behind a button. */
  isOptional: boolean;
  /** The buyer's billing place, used until another place is entered. */
  home: { readonly text: string; readonly country: string };
  /** The buyer's own workshop, the default installer. */
  own: string | null;
  onChoose: (slug: string | null) => void;
};

const shownAtFirst = 4;
/** A drive of about two hours. */
const reachKm = 150;

/** Dealers with the tools for this selection, nearest first, each with the fee that becomes part of the price. */
export function InstallerPicker({ estimate, isOptional, home, own, onChoose }: Props) {
  const [isOpen, setOpen] = useState(!isOptional || estimate.installer !== null);
  const [typed, setTyped] = useState<string | null>(null);
  const [near, setNear] = useState<string | null>(null);
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const [tries, setTries] = useState(0);
  const { hash, installer } = estimate;
  // Optimistic selection; the price with that workshop follows.
  const [wanted, setWanted] = useState<string | null>(installer?.slug ?? null);
  const choose = (slug: string | null) => {
    setWanted(slug);
    onChoose(slug);
  };
  const text = near ?? home.text;
  const country = near === null ? home.country : '';

  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry asks the same again
  useEffect(() => {
    if (!isOpen) return;
    const stop = new AbortController();
    const query = { estimate_hash: hash, ...(text ? { near: text } : {}), ...(country ? { country } : {}) };
    call('GET /v1/catalog/installers', { query, signal: stop.signal }).then(
      (answer) => {
        setFound(answer);
        setProblem(null);
      },
      (error: unknown) => {
        if (!stop.signal.aborted)
          setProblem(error instanceof ApiError ? error.message : t('The dealers could not be loaded.'));
      },
    );
    return () => stop.abort();
  }, [isOpen, hash, text, country, tries]);

  const look = (event: FormEvent) => {
    event.preventDefault();
    setNear((typed ?? '').trim() || null);
  };
  const withoutDealer = estimate.lines.some(({ tool_id }) => tool_id !== null)
    ? t('It is installed as selected, or you choose an installer later.')
    : t('You flash it yourself, or choose an installer later.');
  // The buyer's own workshop is already the first option.
  const rows = (found?.data ?? []).filter(({ name }) => name !== own);
  // Without a known place all of them are offered; otherwise those too far away only on request.
  const isNear = ({ distance_km }: (typeof rows)[number]) => distance_km === null || distance_km <= reachKm;
  const shown = all
    ? rows
    : rows.filter((dealer, at) => (at < shownAtFirst && isNear(dealer)) || dealer.slug === wanted);
  if (!isOpen)
    return (
      <section className={checkout.block} aria-labelledby="purchase-installer">
        <div className={checkout.savedAddress}>
          <div>
            <h2 id="purchase-installer">{t('Installer')}</h2>
            {own === null ? withoutDealer : t('{own}, your own workshop', { own })}
          </div>
          <Button size="small" onClick={() => setOpen(true)}>
            {t('Choose a dealer')}
          </Button>
        </div>
      </section>
    );
  return (
    <section className={checkout.block} aria-labelledby="purchase-installer">
      <h2 id="purchase-installer">{t('Installer')}</h2>
      <form method="post" className={css.near} onSubmit={look}>
        <TextField
          label={t('Dealers near')}
          placeholder={home.text || t('City or postal code, with country')}
          value={typed ?? ''}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">{t('Search')}</Button>
      </form>
      {near !== null && found && found.near === null ? (
        <p className={checkout.quiet} role="status">
          {t('We do not know this place. Try the nearest larger town, or add the country.')}
        </p>
      ) : null}
      {problem !== null ? (
        <Notice
          tone="careful"
          live
          title={problem}
          action={
            <Button size="small" onClick={() => setTries((now) => now + 1)}>
              {t('Try again')}
            </Button>
          }
        >
          {t('You can buy without a dealer and find one later.')}
        </Notice>
      ) : !found ? (
        <Skeleton lines={3} label={t('Looking for dealers')} />
      ) : (
        <fieldset className={css.tenders}>
          <legend className="visually-hidden">{t('Installer')}</legend>
          <Radio
            name="installer"
            label={own === null ? t('No dealer') : t('{own}, your own workshop', { own })}
            hint={own === null ? withoutDealer : undefined}
            checked={wanted === null}
            onChange={() => choose(null)}
          />
          {shown.map((dealer) => (
            <div key={dealer.id} className={checkout.tier}>
              <Radio
                name="installer"
                label={dealer.name}
                hint={[
                  distanceLabel(dealer.distance_km),
                  dealer.place,
                  t('flashes with {tools}', { tools: dealer.tools.join(' + ') }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
                checked={wanted === dealer.slug}
                onChange={() => choose(dealer.slug)}
              />
              <MoneyText money={dealer.install_fee} />
            </div>
          ))}
        </fieldset>
      )}
      {found && rows.length === 0 ? (
        <p className={checkout.quiet}>{t('No dealer has the tools for this selection yet.')}</p>
      ) : found && shown.length === 0 ? (
        <p className={checkout.quiet}>
          {t('No dealer within {km} km has the tools for this selection.', { km: reachKm })}
        </p>
      ) : null}
      {rows.length > shown.length ? (
        <div>
          <Button size="small" onClick={() => setAll(true)}>
            {t('Show all {count} dealers', { count: rows.length })}
          </Button>
        </div>
      ) : null}
      {found?.near && rows.some(({ distance_km }) => distance_km !== null) ? (
        <p className={checkout.quiet}>
          {t('Distances are from {label}, between towns. Fees are before tax.', { label: found.near.label })}
        </p>
      ) : null}
    </section>
  );
}
