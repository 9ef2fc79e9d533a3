import type { Call, CallInput, CallReply } from '@tuneport/contract/index';
import { currencyCodes } from '@tuneport/domain/money/money';
import { t } from '@tuneport/domain/text/text';
import { type ReactNode, useState } from 'react';
import { type ClientLoaderFunctionArgs, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { type Failure, useSubmit } from '../../platform/api/use-submit.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { AddressFields } from '../../ui/address/AddressFields.tsx';
import { type AddressDraft, draftOf, emptyAddress } from '../../ui/address/address-draft.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/feedback/toast-store.ts';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { NativeSelect } from '../../ui/form/NativeSelect.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { Card } from '../../ui/layout/Layout.tsx';
import { BankAccountCard } from '../earnings/BankAccountCard.tsx';
import { DealerAddresses } from './DealerAddresses.tsx';
import { DealerFrame } from './DealerFrame.tsx';
import { DealerSpecializations } from './DealerSpecializations.tsx';
import { DealerTools } from './DealerTools.tsx';
import css from './dealer.module.css';
import { loadDealer, type Params } from './load-dealer.ts';
import { TierFacts } from './TierFacts.tsx';

async function load(api: Call, params: Params) {
  const of = { params: { id: params.slug ?? '' } };
  const [dealer, settings, addresses, countries, tools, specializations, bank] = await Promise.all([
    loadDealer(api, params),
    api('GET /v1/dealers/:id/settings', of),
    api('GET /v1/dealers/:id/addresses', of),
    api('GET /countries'),
    api('GET /dealer-tools'),
    api('GET /dealer-specializations'),
    api('GET /v1/dealers/:id/bank-account', of),
  ]);
  return { dealer, settings, addresses, countries, tools, specializations, bank };
}
type Settings = CallReply<'GET /v1/dealers/:id/settings'>;
type Change = CallInput<'PATCH /v1/dealers/:id/settings'>['body'];

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof load>> }) => [
  { title: pageTitle(loaderData ? t('Settings of {name}', { name: loaderData.dealer.name }) : t('Dealer settings')) },
];
export const loader = ({ context, params }: LoaderFunctionArgs) => load(context.get(callContext), params);
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => load(call, params);

export default function SettingsPage() {
  const { dealer, settings, addresses, countries, tools, specializations, bank } = useLoaderData<typeof loader>();
  const canEdit = dealer.may_manage;
  return (
    <DealerFrame dealer={dealer} title={t('Settings')}>
      {canEdit ? null : <Notice>{t('Only managers of this dealer can change these settings.')}</Notice>}
      {settings.tier ? (
        <Card className={css.block}>
          <h2>{t('Prices and terms')}</h2>
          <p className={css.quiet}>
            {t('You pay the dealer price or the price of your dealer tier, whichever is lower.')}
          </p>
          <TierFacts tier={settings.tier} />
        </Card>
      ) : null}
      <Billing settings={settings} countries={countries} canEdit={canEdit} />
      <Directory settings={settings} countries={countries} canEdit={canEdit} />
      <Preferences settings={settings} canEdit={canEdit} />
      <BankAccountCard
        bank={bank}
        countries={countries}
        save={(body) => call('PUT /v1/dealers/:id/bank-account', { params: { id: dealer.id }, body })}
      />
      <DealerAddresses dealer={dealer} addresses={addresses} countries={countries} />
      <DealerTools dealer={dealer} owned={settings.tools} tools={tools} />
      <DealerSpecializations dealer={dealer} chosen={settings.specializations} all={specializations} />
    </DealerFrame>
  );
}

type SectionProps = {
  id: string;
  title: string;
  saveLabel: string;
  lead?: string;
  settings: Settings;
  canEdit: boolean;
  change: () => Change;
  children: (failure: Failure) => ReactNode;
};

/** One part of the settings, saved on its own. */
function SettingsSection({ id, title, saveLabel, lead, settings, canEdit, change, children }: SectionProps) {
  const { revalidate } = useRevalidator();
  const { busy, failure, onSubmit } = useSubmit(async () => {
    await call('PATCH /v1/dealers/:id/settings', {
      params: { id: settings.id },
      body: change(),
      readAt: settings.updated_at,
    });
    await revalidate();
    toast(t('Settings saved.'));
  });
  return (
    <Card className={css.block} id={id}>
      <h2>{title}</h2>
      {lead ? <p className={css.quiet}>{lead}</p> : null}
      <form method="post" className={css.form} onSubmit={onSubmit} noValidate>
        <FormError message={failure.message} />
        <fieldset className={css.fields} disabled={!canEdit}>
          {children(failure)}
        </fieldset>
        {canEdit ? (
          <Button type="submit" variant="primary" busy={busy}>
            {saveLabel}
          </Button>
        ) : null}
      </form>
    </Card>
  );
}

type Countries = Awaited<ReturnType<typeof load>>['countries'];
type PartProps = { settings: Settings; countries: Countries; canEdit: boolean };

const asDraft = (address: Settings['billing_address']): AddressDraft => (address ? draftOf(address) : emptyAddress);
/** An entirely empty address is no address. */
const addressOf = (draft: AddressDraft) =>
  Object.entries(draft).every(([name, value]) => name === 'country_code' || value === '') ? null : draft;
const below = (errors: Failure['errors'], prefix: string): Failure['errors'] =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, texts]) =>
      name.startsWith(`${prefix}.`) ? [[name.slice(prefix.length + 1), texts]] : [],
    ),
  );

function Billing({ settings, countries, canEdit }: PartProps) {
  const [legalName, setLegalName] = useState(settings.legal_name);
  const [email, setEmail] = useState(settings.billing_email);
  const [address, setAddress] = useState(asDraft(settings.billing_address));
  return (
    <SettingsSection
      id="billing"
      title={t('Billing information')}
      saveLabel={t('Save billing information')}
      lead={t('Shown on invoices and statements. You need all of it to buy on account.')}
      settings={settings}
      canEdit={canEdit}
      change={() => ({ legal_name: legalName, billing_email: email, billing_address: addressOf(address) })}
    >
      {({ errors }) => (
        <>
          <div className={css.two}>
            <TextField
              label={t('Legal name')}
              value={legalName}
              onChange={(event) => setLegalName(event.target.value)}
              error={errors.legal_name}
            />
            <TextField
              label={t('Billing e-mail')}
              type="email"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              error={errors.billing_email}
            />
          </div>
          <AddressFields
            section="billing"
            withVatId
            phoneHint=""
            value={address}
            countries={countries}
            errors={below(errors, 'billing_address')}
            onChange={(part) => setAddress({ ...address, ...part })}
          />
        </>
      )}
    </SettingsSection>
  );
}

function Directory({ settings, countries, canEdit }: PartProps) {
  const [listed, setListed] = useState(settings.listed);
  const [about, setAbout] = useState(settings.about);
  const [website, setWebsite] = useState(settings.website);
  const [phone, setPhone] = useState(settings.phone);
  const [address, setAddress] = useState(asDraft(settings.directory_address));
  return (
    <SettingsSection
      id="directory"
      title={t('Directory entry')}
      saveLabel={t('Save directory entry')}
      lead={t(
        'What visitors see in the list of dealers. Your e-mail address is not shown; they write to you through a form.',
      )}
      settings={settings}
      canEdit={canEdit}
      change={() => ({ listed, about, website, phone, directory_address: addressOf(address) })}
    >
      {({ errors }) => (
        <>
          <Checkbox
            label={t('Show this dealer in the directory')}
            checked={listed}
            onChange={(event) => setListed(event.target.checked)}
          />
          <Textarea
            label={t('Description')}
            rows={4}
            maxLength={2000}
            optional
            value={about}
            onChange={(event) => setAbout(event.target.value)}
            error={errors.about}
          />
          <div className={css.two}>
            <TextField
              label={t('Website')}
              type="url"
              optional
              value={website}
              onChange={(event) => setWebsite(event.target.value)}
              error={errors.website}
            />
            <TextField
              label={t('Phone')}
              type="tel"
              optional
              value={phone}
              onChange={(event) => setPhone(event.target.value)}
              error={errors.phone}
            />
          </div>
          <FormError message={errors.directory_address?.join(' ') ?? null} />
          <AddressFields
            section="shipping"
            phoneHint=""
            value={address}
            countries={countries}
            errors={below(errors, 'directory_address')}
            onChange={(part) => setAddress({ ...address, ...part })}
          />
        </>
      )}
    </SettingsSection>
  );
}

const currencies = currencyCodes.map((code) => ({ value: code, label: code }));

const offHint = () => t('Switched off, it still appears in the notifications of the account with the billing e-mail.');

function Preferences({ settings, canEdit }: Omit<PartProps, 'countries'>) {
  const [currency, setCurrency] = useState(settings.preferred_display_currency ?? '');
  const [limit, setLimit] = useState(settings.spend_limit?.amount ?? '');
  const [statements, setStatements] = useState(settings.notify_statements);
  const [payments, setPayments] = useState(settings.notify_payments);
  return (
    <SettingsSection
      id="preferences"
      title={t('Preferences')}
      saveLabel={t('Save preferences')}
      settings={settings}
      canEdit={canEdit}
      change={() => ({
        preferred_display_currency: currency === '' ? null : (currency as (typeof currencyCodes)[number]),
        spend_limit: limit,
        notify_statements: statements,
        notify_payments: payments,
      })}
    >
      {({ errors }) => (
        <>
          <div className={css.two}>
            <NativeSelect
              label={t('Display currency')}
              placeholder={t('Each visitor’s choice')}
              options={currencies}
              value={currency}
              hint={t('Your account is in {currency}. Contact us to change it.', { currency: settings.currency })}
              onChange={(event) => setCurrency(event.target.value)}
              error={errors.preferred_display_currency}
            />
            <TextField
              label={t('Shared spending limit per month ({currency})', { currency: settings.currency })}
              optional
              inputMode="decimal"
              value={limit}
              hint={t('For all members together, on account and from prepaid money. Leave blank for no limit.')}
              onChange={(event) => setLimit(event.target.value)}
              error={errors.spend_limit}
            />
          </div>
          <Checkbox
            label={t('Send monthly statements to the billing e-mail')}
            hint={offHint()}
            checked={statements}
            onChange={(event) => setStatements(event.target.checked)}
          />
          <Checkbox
            label={t('Send a receipt for each payment to the balance')}
            hint={offHint()}
            checked={payments}
            onChange={(event) => setPayments(event.target.checked)}
          />
        </>
      )}
    </SettingsSection>
  );
}
