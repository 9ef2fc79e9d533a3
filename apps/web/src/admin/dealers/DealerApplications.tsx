import { pageTitle } from '../../shell/title.ts';
import { ApplicationsPage } from '../partners/ApplicationsPage.tsx';

export const meta = () => [{ title: pageTitle('Dealer applications') }];

export default function DealerApplications() {
  return <ApplicationsPage kind="dealer" title="Dealer applications" />;
}
