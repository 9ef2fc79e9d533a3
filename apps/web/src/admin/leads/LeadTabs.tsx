import { Tabs } from '../../ui/controls/Tabs.tsx';

const base = '/admin/lead-engine';

/** The pages of the lead engine. */
export const LeadTabs = () => (
  <Tabs
    label="Lead engine"
    tabs={[
      { label: 'Pipeline', to: base, end: true },
      { label: 'Opportunities', to: `${base}/opportunities` },
      { label: 'Activities', to: `${base}/activities` },
      { label: 'Contacts', to: `${base}/contacts` },
      { label: 'Organizations', to: `${base}/organizations` },
      { label: 'E-mail templates', to: `${base}/templates` },
      { label: 'Won and lost', to: `${base}/won-lost` },
      { label: 'Settings', to: `${base}/settings` },
    ]}
  />
);
