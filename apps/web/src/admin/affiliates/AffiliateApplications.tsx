import { pageTitle } from '../../shell/title.ts';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { ApplicationsPage } from '../partners/ApplicationsPage.tsx';

export const meta = () => [{ title: pageTitle('Affiliate applications') }];

export default function AffiliateApplications() {
  return (
    <ApplicationsPage
      kind="affiliate"
      title="Affiliate applications"
      headActions={<ButtonLink to="/admin/affiliate/info">Offers and rules</ButtonLink>}
    />
  );
}
