import { rentalDaysMax } from '@tuneport/domain/store/rental-states';
import { type FormEvent, useState } from 'react';
import { type ClientLoaderFunctionArgs, useLoaderData, useNavigate } from 'react-router';
import { ApiError } from '../../../platform/api/api-error.ts';
import { call } from '../../../platform/api/browser.ts';
import { pageTitle } from '../../../shell/title.ts';
import { AddressFields } from '../../../ui/address/AddressFields.tsx';
import { type AddressDraft, draftOf, emptyAddress } from '../../../ui/address/address-draft.ts';
import { Button, ButtonLink } from '../../../ui/controls/Button.tsx';
import { Notice } from '../../../ui/feedback/Notice.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { FormError } from '../../../ui/form/FormError.tsx';
import type { Ref, RefSearch } from '../../../ui/form/form-fields.ts';
import { LeaveGuard } from '../../../ui/form/LeaveGuard.tsx';
import { NativeSelect } from '../../../ui/form/NativeSelect.tsx';
import { RefPicker } from '../../../ui/form/RefPicker.tsx';
import { TextField } from '../../../ui/form/TextField.tsx';
import { Card, Stack } from '../../../ui/layout/Layout.tsx';
import { amountText } from '../../../ui/text/money-text.ts';
import { RecordFrame, RecordLoading } from '../../record/RecordFrame.tsx';
import { RentalPrice } from './RentalPrice.tsx';
import css from './rentals.module.css';
import { type RentalQuote, useRentalQuote } from './use-rental-quote.ts';

export const meta = () => [{ title: pageTitle('New rental') }];

export async function clientLoader(_: ClientLoaderFunctionArgs) {
  const [tools, countries] = await Promise.all([call('GET /v1/admin/rental-tools'), call('GET /countries')]);
  return { tools, countries };
}
clientLoader.hydrate = true as const;
export const HydrateFallback = () => <RecordLoading label="Loading the form" />;

type Balance = RentalQuote['balances'][number];
type Errors = Readonly<Record<string, readonly string[]>>;
type Problem = { readonly message: string; readonly errors?: Errors | undefined };

const findCustomers: RefSearch = async (search) =>
  (await call('GET /v1/admin/users', { query: { search, page: 1 } })).data.map(({ id, name, email }) => ({
    id,
    name: `${name} (${email})`,
  }));

const balanceKey = ({ source, dealer }: Balance) => `${source}:${dealer?.id ?? ''}`;
const balanceLabel = ({ source, dealer, available, barred }: Balance) =>
  `${source === 'prepaid' ? 'Prepaid balance' : 'Account'}${dealer ? ` of ${dealer.name}` : ''}: ${
    barred ?? `${amountText(available.amount)} ${available.currency} available`
  }`;

/** Rents a tool out to a customer at the customer's own prices. */
export default function NewRentalPage() {
  const { tools, countries } = useLoaderData<typeof clientLoader>();
  const navigate = useNavigate();
  const [customer, setCustomer] = useState<Ref | null>(null);
  const [slug, setSlug] = useState('');
  const [selections, setSelections] = useState<Readonly<Record<number, number>>>({});
  const [days, setDays] = useState('');
  const [quantity, setQuantity] = useState('1');
  const [address, setAddress] = useState<AddressDraft>(emptyAddress);
  const [tier, setTier] = useState('');
  const [payment, setPayment] = useState('link');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const tool = tools.find((one) => one.slug === slug);
  const options = (tool?.options ?? []).map(({ id, selections: all }) => ({
    option: id,
    selection: selections[id] ?? all[0]?.id ?? 0,
  }));
  const query =
    customer && tool
      ? JSON.stringify({
          user_id: customer.id,
          slug,
          options: options.map(({ option, selection }) => `${option}:${selection}`).join(','),
          quantity,
          ...(days === '' ? {} : { days }),
          country_code: address.country_code,
          state: address.state,
        })
      : null;
  const { quote, refused } = useRentalQuote(query);
  const errors: Errors = problem?.errors ?? {};
  const chosenTier = quote?.tiers.find((one) => one.key === tier) ?? quote?.tiers[0];
  const total = quote?.ships ? chosenTier?.total : quote?.total;
  const balance = quote?.balances.find((one) => balanceKey(one) === payment);

  const dirty = customer !== null || slug !== '' || Object.values(address).some((value) => value !== '');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!customer || !tool) {
      setProblem({
        message: 'Nothing was reserved or charged. Choose what is missing.',
        errors: {
          ...(customer ? {} : { user_id: ['Choose a customer.'] }),
          ...(tool ? {} : { slug: ['Choose a tool.'] }),
        },
      });
      return;
    }
    if (!quote) {
      setProblem({ message: refused ?? 'The price is being calculated. Try again in a moment.' });
      return;
    }
    setBusy(true);
    setProblem(null);
    try {
      const made = await call('POST /v1/admin/rentals', {
        body: {
          user_id: customer.id,
          slug,
          options,
          quantity,
          days: quote.days,
          billing: { ...address, email: '' },
          shipping_tier: chosenTier?.key ?? null,
          ...(total ? { total } : {}),
          payment: balance?.source ?? 'link',
          ...(balance?.dealer ? { dealer: String(balance.dealer.id) } : {}),
        },
        once: true,
      });
      toast(
        made.rental_id === null
          ? `The link to pay was sent to ${made.email}.`
          : `Rented out. Order ${made.order_number}.`,
      );
      void navigate(made.rental_id === null ? `/admin/orders/${made.order_id}` : `/admin/rentals/${made.rental_id}`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <RecordFrame
      crumbs={[{ label: 'Rentals', to: '/admin/rentals' }]}
      title="New rental"
      side={<RentalPrice quote={quote} tier={chosenTier} total={total} refused={refused} />}
    >
      <Card>
        {dirty && !busy ? <LeaveGuard /> : null}
        {tools.length === 0 ? (
          <Notice>No published product is marked as a rental or loaner tool.</Notice>
        ) : (
          <form onSubmit={(event) => void submit(event)} noValidate>
            <Stack>
              <FormError message={problem?.message ?? null} />
              <RefPicker
                label="Customer"
                value={customer}
                search={findCustomers}
                error={errors.user_id}
                disabled={busy}
                onChange={(next) => {
                  setCustomer(next);
                  // Another customer has another address; one typed before the first choice stays.
                  if (customer) setAddress(emptyAddress);
                  setPayment('link');
                }}
              />
              <NativeSelect
                label="Tool"
                placeholder="Choose a tool"
                value={slug}
                error={errors.slug ?? errors['entries.0']}
                options={tools.map((one) => ({ value: one.slug, label: one.name }))}
                onChange={(event) => {
                  setSlug(event.currentTarget.value);
                  setSelections({});
                  setDays('');
                }}
              />
              {tool?.options.map((option) => (
                <NativeSelect
                  key={option.id}
                  label={option.name}
                  value={String(selections[option.id] ?? option.selections[0]?.id ?? '')}
                  options={option.selections.map(({ id, name }) => ({ value: String(id), label: name }))}
                  onChange={(event) => setSelections({ ...selections, [option.id]: Number(event.currentTarget.value) })}
                />
              ))}
              <div className={css.pair}>
                <TextField
                  label="Days"
                  type="number"
                  min={1}
                  max={rentalDaysMax}
                  placeholder={tool ? String(tool.days) : undefined}
                  hint={
                    tool ? `The price is for ${tool.days} days. Each started period is charged in full.` : undefined
                  }
                  value={days}
                  error={errors.days}
                  onChange={(event) => setDays(event.currentTarget.value)}
                />
                <TextField
                  label="Quantity"
                  type="number"
                  min={1}
                  max={10}
                  value={quantity}
                  error={errors.quantity}
                  onChange={(event) => setQuantity(event.currentTarget.value)}
                />
              </div>
              <h2 className={css.part}>Ship to</h2>
              {quote && quote.addresses.length > 0 ? (
                <NativeSelect
                  label="Saved address"
                  placeholder="Enter another address"
                  value=""
                  options={quote.addresses.map((one) => ({
                    value: String(one.id),
                    label: `${one.full_name}, ${one.line1}, ${one.city}`,
                  }))}
                  onChange={(event) => {
                    const saved = quote.addresses.find(({ id }) => String(id) === event.currentTarget.value);
                    if (saved) setAddress(draftOf(saved));
                  }}
                />
              ) : null}
              <AddressFields
                section="billing"
                value={address}
                onChange={(change) => setAddress({ ...address, ...change })}
                countries={countries}
                errors={Object.fromEntries(
                  Object.entries(errors).flatMap(([name, texts]) =>
                    name.startsWith('billing.') ? [[name.slice('billing.'.length), texts]] : [],
                  ),
                )}
              />
              {quote && quote.tiers.length > 0 ? (
                <NativeSelect
                  label="Shipping"
                  value={chosenTier?.key ?? ''}
                  error={errors.shipping_tier}
                  options={quote.tiers.map((one) => ({
                    value: one.key,
                    label: `${one.name}, ${amountText(one.price.amount)} ${one.price.currency}`,
                  }))}
                  onChange={(event) => setTier(event.currentTarget.value)}
                />
              ) : null}
              <NativeSelect
                label="Payment"
                value={payment}
                error={errors.payment ?? errors.dealer ?? errors.currency}
                hint={payment === 'link' ? 'The tool stays reserved for seven days.' : undefined}
                options={[
                  { value: 'link', label: 'Send the customer a link to pay' },
                  ...(quote?.balances ?? []).map((one) => ({
                    value: balanceKey(one),
                    label: balanceLabel(one),
                    disabled: one.barred !== null,
                  })),
                ]}
                onChange={(event) => setPayment(event.currentTarget.value)}
              />
              <div>
                <Button type="submit" variant="primary" busy={busy}>
                  {balance ? 'Charge and rent out' : 'Reserve and send link'}
                </Button>{' '}
                <ButtonLink to="/admin/rentals">Cancel</ButtonLink>
              </div>
            </Stack>
          </form>
        )}
      </Card>
    </RecordFrame>
  );
}
