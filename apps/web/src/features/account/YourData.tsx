import type { Call } from '@tuneport/contract/index';
import { t } from '@tuneport/domain/text/text';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { call } from '../../platform/api/browser.ts';
import { callContext } from '../../platform/contexts.ts';
import { pageTitle } from '../../shell/title.ts';
import { AccountPage } from './AccountPage.tsx';
import { DataExports } from './DataExports.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { FreshLoginHost } from './FreshLoginDialog.tsx';

export const meta = () => [{ title: pageTitle(t('Your data')) }];

const load = async (call: Call) => {
  const [user, exports, deletion] = await Promise.all([
    call('GET /user/me'),
    call('GET /user/data-exports'),
    call('GET /user/deletion'),
  ]);
  return { user, exports, deletion };
};
export const loader = ({ context }: LoaderFunctionArgs) => load(context.get(callContext));
export const clientLoader = () => load(call);

export default function YourData() {
  const { user, exports, deletion } = useLoaderData<typeof loader>();
  return (
    <AccountPage title={t('Your data')}>
      <FreshLoginHost />
      <DataExports loaded={exports} />
      <DeleteAccount email={user.email} loaded={deletion} />
    </AccountPage>
  );
}
