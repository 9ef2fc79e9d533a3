import type { CallReply } from '@tuneport/contract/index';
import { type FormEvent, useEffect, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Radio } from '../../../ui/form/Checkbox.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { MoneyText } from '../../../ui/text/MoneyText.tsx';
import checkout from '../checkout/checkout.module.css';
import { distanceLabel } from './distance-labels.ts';
import css from './purchase.module.css';
import type { Estimate } from './purchase-types.ts';

type Found = CallReply<'GET /v1/catalog/installers'>;

type Props = {
  estimate: Estimate;
  /** The buyer's billing place, used until another place is entered. */
  home: { readonly text: string; readonly country: string };
  /** The buyer's own workshop, the default installer. */
  own: string | null;
  onChoose: (slug: string | null) => void;
};

const shownAtFirst = 4;

/** Dealers with the tools for this selection, nearest first, each with the fee that becomes part of the price. */
export function InstallerPicker({ estimate, home, own, onChoose }: Props) {
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
    const stop = new AbortController();
    const query = { estimate_hash: hash, ...(text ? { near: text } : {}), ...(country ? { country } : {}) };
    call('GET /v1/catalog/installers', { query, signal: stop.signal }).then(
      (answer) => {
        setFound(answer);
        setProblem(null);
      },
      (error: unknown) => {
        if (!stop.signal.aborted)
          setProblem(error instanceof ApiError ? error.message : 'The dealers could not be loaded.');
      },
    );
    return () => stop.abort();
  }, [hash, text, country, tries]);

  const look = (event: FormEvent) => {
    event.preventDefault();
    setNear((typed ?? '').trim() || null);
  };
  const withoutDealer = estimate.lines.some(({ tool_id }) => tool_id !== null)
    ? 'It is installed as selected, or you choose an installer later.'
    : 'You flash it yourself, or choose an installer later.';
  // The buyer's own workshop is already the first option.
  const rows = (found?.data ?? []).filter(({ name }) => name !== own);
  const shown = all ? rows : rows.filter(({ slug }, at) => at < shownAtFirst || slug === wanted);
  return (
    <section className={checkout.block} aria-labelledby="purchase-installer">
      <h2 id="purchase-installer">Installer</h2>
      <form className={css.near} onSubmit={look}>
        <TextField
          label="Dealers near"
          placeholder={home.text || 'City or postal code, with country'}
          value={typed ?? ''}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit">Search</Button>
      </form>
      {near !== null && found && found.near === null ? (
        <p className={checkout.quiet} role="status">
          We do not know this place. Try the nearest larger town, or add the country.
        </p>
      ) : null}
      {problem !== null ? (
        <Notice
          tone="careful"
          live
          title={problem}
          action={
            <Button size="small" onClick={() => setTries((now) => now + 1)}>
              Try again
            </Button>
          }
        >
          You can buy without a dealer and find one later.
        </Notice>
      ) : !found ? (
        <Skeleton lines={3} label="Looking for dealers" />
      ) : (
        <fieldset className={css.tenders}>
          <legend className="visually-hidden">Installer</legend>
          <Radio
            name="installer"
            label={own === null ? 'No dealer' : `${own}, your own workshop`}
            hint={own === null ? withoutDealer : undefined}
            checked={wanted === null}
            onChange={() => choose(null)}
          />
          {shown.map((dealer) => (
            <div key={dealer.id} className={checkout.tier}>
              <Radio
                name="installer"
                label={dealer.name}
                hint={[distanceLabel(dealer.distance_km), dealer.place, `writes with ${dealer.tools.join(' + ')}`]
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
        <p className={checkout.quiet}>No dealer has the tools for this selection yet.</p>
      ) : null}
      {rows.length > shown.length ? (
        <div>
          <Button size="small" onClick={() => setAll(true)}>
            Show all {rows.length} dealers
          </Button>
        </div>
      ) : null}
      {found?.near && rows.some(({ distance_km }) => distance_km !== null) ? (
        <p className={checkout.quiet}>Distances are from {found.near.label}, between towns. Fees are before tax.</p>
      ) : null}
    </section>
  );
}
