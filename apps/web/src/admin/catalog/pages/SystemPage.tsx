import { may } from '@tuneport/domain/identity/permissions';
import { useState } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { call } from '../../../platform/api/browser.ts';
import { factsOf, useUi } from '../../../platform/ui-state.ts';
import { pageTitle } from '../../../shell/title.ts';
import { Button, TextLink } from '../../../ui/controls/Button.tsx';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { Card } from '../../../ui/layout/Layout.tsx';
import { grouped } from '../../../ui/list/list-state.ts';
import { Stat } from '../../../ui/text/Stat.tsx';
import { PageHead } from '../../PageHead.tsx';
import { CatalogPage } from '../CatalogPage.tsx';
import css from '../catalog-admin.module.css';
import { RecordFallback } from '../RecordPage.tsx';

export const meta = () => [{ title: pageTitle('Catalogue health') }];
export const clientLoader = () => call('GET /v1/admin/ecu/system');
clientLoader.hydrate = true as const;
export const HydrateFallback = RecordFallback;

const listOf: Readonly<Record<string, string>> = {
  'tunes-without-tools': '/admin/catalog/tunes?lacks=tools',
  'tunes-without-prices': '/admin/catalog/tunes?lacks=prices',
  'tunes-without-vehicles': '/admin/catalog/tunes?lacks=vehicles',
  'engines-without-tunes': '/admin/catalog/engines?tunes=none',
};
const recordOf: Readonly<Record<string, string>> = {
  tunes: '/admin/catalog/tunes',
  engines: '/admin/catalog/engines',
  'tune-pricing-tiers': '/admin/catalog/tiers',
};

export default function SystemPage() {
  const system = useLoaderData<typeof clientLoader>();
  const { revalidate } = useRevalidator();
  const mayRefresh = may(factsOf(useUi()), 'catalog.settings');
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    try {
      await call('POST /v1/admin/ecu/system/refresh');
      toast('Every catalogue page is being rebuilt.');
      await revalidate();
    } catch (error) {
      toast(errorText(error, 'Something went wrong. Try again.'), { tone: 'bad' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <CatalogPage>
      <PageHead title="Catalogue health" about={`Visitors see version ${system.version}.`}>
        {mayRefresh ? (
          <Button busy={busy} onClick={() => void refresh()}>
            Rebuild pages
          </Button>
        ) : null}
      </PageHead>
      <Card>
        <div className={css.stats}>
          {system.counts.map(({ key, label, count }) => (
            <Stat key={key} label={label}>
              {grouped(count)}
            </Stat>
          ))}
        </div>
      </Card>
      <Card>
        <div className={css.block}>
          <h2>Missing data</h2>
          <ul className={css.plain}>
            {system.lacks.map(({ key, label, kind, count, sample }) => (
              <li key={key}>
                <span>
                  {count > 0 && listOf[key] ? (
                    <TextLink to={listOf[key]} discover="none">
                      {label}
                    </TextLink>
                  ) : (
                    label
                  )}{' '}
                  <span className={css.quiet}>
                    {sample.slice(0, 4).map(({ id, name }, at) => (
                      <span key={id}>
                        {at > 0 ? ', ' : ''}
                        {recordOf[kind] ? (
                          <TextLink quiet to={`${recordOf[kind]}/${id}`} discover="none">
                            {name}
                          </TextLink>
                        ) : (
                          name
                        )}
                      </span>
                    ))}
                  </span>
                </span>
                <strong>{count === 0 ? 'None' : grouped(count)}</strong>
              </li>
            ))}
          </ul>
        </div>
      </Card>
    </CatalogPage>
  );
}
