import type { CallReply } from '@tuneport/contract/index';
import { msg, t } from '@tuneport/domain/text/text';
import { useEffect, useState } from 'react';
import { cachedGet, call } from '../../platform/api/browser.ts';
import { useSubmit } from '../../platform/api/use-submit.ts';
import { useUser } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { AddressFields, type Countries } from '../../ui/address/AddressFields.tsx';
import { emptyAddress } from '../../ui/address/address-draft.ts';
import { Button, TextLink } from '../../ui/controls/Button.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { FormError } from '../../ui/form/FormError.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { rich } from '../../ui/text/rich.ts';
import { Apply } from '../partners/ApplicationStatus.tsx';
import css from '../partners/apply.module.css';
import { ProgramPage } from '../partners/ProgramPage.tsx';
import type { OwnApplication } from '../partners/useOwnApplications.ts';

export const meta = () => [
  { title: pageTitle(t('Become a dealer')) },
  {
    name: 'description',
    content: t(
      'Apply to become a Tuneport dealer: dealer prices, an account with credit, install fees and your own directory entry.',
    ),
  },
];

const points = [
  {
    title: msg('Dealer prices and an account'),
    text: msg('Buy tunes and tools on account, with one monthly statement.'),
  },
  { title: msg('Paid installs'), text: msg('Customers near you choose your workshop, and you earn the install fee.') },
  { title: msg('Your team'), text: msg('Invite colleagues and set a spending limit for each of them.') },
  {
    title: msg('What happens next'),
    text: msg('We review applications within two working days and answer by e-mail.'),
  },
];

export default function NewDealerPage() {
  return (
    <ProgramPage
      title={t('Become a dealer')}
      lead={rich('For workshops and retailers. Already a dealer near you? <link>See the directory</link>.', {
        link: (text) => <TextLink to="/dealers">{text}</TextLink>,
      })}
      points={points}
    >
      <Apply kind="dealer" form={(onSent) => <DealerForm onSent={onSent} />} />
    </ProgramPage>
  );
}

type Options = CallReply<'GET /become-dealer/options'>;

function DealerForm({ onSent }: { onSent: (application: OwnApplication) => void }) {
  const user = useUser();
  const [countries, setCountries] = useState<Countries>([]);
  const [options, setOptions] = useState<Options>({ tools: [] });
  const [address, setAddress] = useState(emptyAddress);
  const [tools, setTools] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    cachedGet('GET /countries').then(setCountries, () => {});
    call('GET /become-dealer/options').then(setOptions, () => {});
  }, []);
  const { busy, failure, onSubmit } = useSubmit(async (field) => {
    onSent(
      await call('POST /become-dealer', {
        body: {
          company: field('company'),
          website: field('website'),
          about: field('about'),
          contact: { name: field('contact_name'), phone: field('contact_phone') },
          address: { ...address, full_name: address.full_name || field('company') },
          tools: [...tools],
        },
        once: true,
      }),
    );
  });
  const { errors } = failure;
  const addressErrors = Object.fromEntries(
    Object.entries(errors).flatMap(([name, texts]) => (name.startsWith('address.') ? [[name.slice(8), texts]] : [])),
  );
  return (
    <form method="post" className={css.card} onSubmit={onSubmit} noValidate aria-label={t('Dealer application')}>
      <FormError message={failure.message} />
      <fieldset className={css.fields}>
        <legend>{t('Company')}</legend>
        <TextField
          label={t('Company name')}
          name="company"
          autoComplete="organization"
          maxLength={120}
          error={errors.company}
        />
        <TextField label={t('Website')} name="website" type="url" maxLength={200} optional error={errors.website} />
        <TextField
          label={t('Contact name')}
          name="contact_name"
          autoComplete="name"
          maxLength={80}
          defaultValue={user?.name ?? ''}
          error={errors['contact.name']}
        />
        <TextField
          label={t('Phone')}
          name="contact_phone"
          type="tel"
          autoComplete="tel"
          maxLength={40}
          error={errors['contact.phone']}
        />
      </fieldset>
      <fieldset className={css.fields}>
        <legend>{t('Business address')}</legend>
        <div className={css.wide}>
          <AddressFields
            section="billing"
            withVatId
            value={address}
            onChange={(change) => setAddress((now) => ({ ...now, ...change }))}
            countries={countries}
            errors={addressErrors}
            phoneHint=""
          />
        </div>
      </fieldset>
      {options.tools.length > 0 ? (
        <fieldset className={css.fields}>
          <legend>{t('Tools you own')}</legend>
          <div className={`${css.choices} ${css.wide}`}>
            {options.tools.map(({ id, name }) => (
              <Checkbox
                key={id}
                label={name}
                checked={tools.has(id)}
                onChange={() =>
                  setTools((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
                }
              />
            ))}
          </div>
        </fieldset>
      ) : null}
      <Textarea label={t('About your workshop')} name="about" rows={4} maxLength={4000} optional error={errors.about} />
      <p className={css.quiet}>{t('After you apply, you can add your business licence and other documents.')}</p>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          {t('Send application')}
        </Button>
      </div>
    </form>
  );
}
