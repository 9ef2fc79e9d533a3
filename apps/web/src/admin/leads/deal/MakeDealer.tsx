import { proposedLimit } from '@tuneport/domain/leads/dealer-terms';
import { currencyCodes } from '@tuneport/domain/money/money';
import { slugOf } from '@tuneport/domain/site/slug';
import { type ChangeEvent, type FormEvent, useEffect, useId, useState } from 'react';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { Button } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Stack } from '../../../ui/layout/Layout.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { useTierOptions } from '../../dealers/tier-options.ts';
import type { Deal } from './DealPage.tsx';
import css from './deal.module.css';

type Props = { deal: Deal; onClose: () => void; onMade: () => Promise<void> };

const inputs = [
  { name: 'name', label: 'Name', maxLength: 120 },
  { name: 'slug', label: 'URL slug', maxLength: 80 },
  { name: 'email', label: 'E-mail address of the manager', type: 'email', maxLength: 254 },
  {
    name: 'currency',
    label: 'Currency of the account',
    options: currencyCodes.map((value) => ({ value, label: value })),
  },
  {
    name: 'credit_limit',
    label: 'Credit limit',
    hint: 'The most the dealer may owe. Proposed: one month of the value of the deal. Enter 0 for prepaid only.',
    maxLength: 20,
  },
  { name: 'tier_id', label: 'Dealer tier', hint: 'Lowers list prices for this dealer.', options: [] },
  {
    name: 'install_share_percent',
    label: 'Share of installation fees (%)',
    hint: 'What the dealer keeps of the fee for an installation.',
    maxLength: 6,
  },
] as const;
type Terms = Record<(typeof inputs)[number]['name'], string>;

/** The terms of the new dealer, as the deal proposes them. */
export function MakeDealer({ deal, onClose, onMade }: Props) {
  const form = useId();
  const name = deal.organization?.name ?? deal.contact?.name ?? deal.title;
  const [terms, setTerms] = useState<Terms>({
    name,
    slug: slugOf(name).replaceAll('.', '-'),
    email: '',
    currency: deal.value.currency,
    credit_limit: proposedLimit(deal.value.amount),
    tier_id: '',
    install_share_percent: '100',
  });
  // Proposed: the first tier.
  const tiers = useTierOptions(([first]) =>
    setTerms((now) => ({ ...now, tier_id: now.tier_id || (first?.value ?? '') })),
  );
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    call('GET /v1/admin/lead-engine/deals/:id/recipients', { params: { id: deal.id } }).then(
      (people) =>
        setTerms((now) => ({ ...now, email: now.email || (people.flatMap(({ emails }) => emails)[0] ?? '') })),
      // The address can be typed.
      () => {},
    );
  }, [deal.id]);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setErrors({});
    setProblem(null);
    try {
      await call('POST /v1/admin/lead-engine/deals/:id/dealer', {
        params: { id: deal.id },
        body: {
          ...terms,
          currency: terms.currency as 'CAD',
          tier_id: terms.tier_id === '' ? null : Number(terms.tier_id),
        },
        once: true,
      });
      await onMade();
    } catch (error) {
      if (error instanceof ApiError && error.kind === 'field_errors') setErrors(error.errors);
      else setProblem((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      locked={busy}
      title="Create dealer"
      foot={
        <Button type="submit" form={form} variant="primary" busy={busy}>
          Create and invite
        </Button>
      }
    >
      <form id={form} onSubmit={send} noValidate>
        <Stack>
          {problem ? (
            <Notice tone="bad" live>
              {problem}
            </Notice>
          ) : null}
          <p>
            The manager gets an invitation by e-mail. Reopening the deal withdraws an invitation that is not accepted
            yet.
          </p>
          <div className={css.terms}>
            {inputs.map(({ name, ...input }) => {
              const field = {
                value: terms[name],
                error: errors[name],
                onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
                  const { value } = event.currentTarget;
                  setTerms((now) => ({ ...now, [name]: value }));
                },
              };
              return 'options' in input ? (
                <NativeSelect
                  key={name}
                  {...input}
                  {...field}
                  {...(name === 'tier_id' ? { options: [{ value: '', label: 'None' }, ...tiers] } : {})}
                />
              ) : (
                <TextField key={name} {...input} {...field} />
              );
            })}
          </div>
        </Stack>
      </form>
    </Dialog>
  );
}
