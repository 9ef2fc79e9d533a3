import { useSearchParams } from 'react-router';
import { pageTitle } from '../../../shell/title.ts';
import { GroupsList } from './GroupsList.tsx';
import { TransfersList } from './TransfersList.tsx';

export const meta = () => [{ title: pageTitle('Payouts') }];

/** Payouts to partners, and the groups they were made in. The address says which of the two lists is open. */
export default function PayoutsPage() {
  const [params] = useSearchParams();
  return params.get('view') === 'groups' ? <GroupsList /> : <TransfersList />;
}
