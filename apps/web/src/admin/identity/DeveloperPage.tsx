import { may, type Permission } from '@tuneport/domain/identity/permissions';
import { factsOf, useUi } from '../../platform/ui-state.ts';
import { pageTitle } from '../../shell/title.ts';
import { CardGrid, CardLink, Container } from '../../ui/layout/Layout.tsx';
import { PageHead } from '../PageHead.tsx';
import css from './identity-admin.module.css';

export const meta = () => [{ title: pageTitle('Developer') }];

type Place = { title: string; text: string; to: string; needs: Permission; document?: true };

const places: readonly Place[] = [
  {
    title: 'Rescue sessions',
    text: 'Requests for help after a failed flash, and the progress of each rescue.',
    to: '/admin/rescue-sessions',
    needs: 'rescue.read',
  },
  {
    title: 'Tool orders',
    text: 'Who bought which tool, and what still has to ship.',
    to: '/admin/orders',
    needs: 'tool-orders.read',
  },
  {
    title: 'Switches',
    text: 'Parts of the site that can be turned on or off.',
    to: '/admin/settings',
    needs: 'switches.write',
  },
  {
    title: 'Tool manifests',
    text: 'Describe what a tool can do, and try a manifest with a vehicle.',
    to: '/developer/manifests',
    needs: 'developer',
  },
  {
    title: 'Tool simulator',
    text: 'Send signed test events of a tool session to your webhook.',
    to: '/developer/simulator',
    needs: 'developer',
  },
  {
    title: 'API keys',
    text: 'Keys for programs that act for you, with scopes, expiry and last use.',
    to: '/profile/api-keys',
    needs: 'developer',
  },
  {
    title: 'Webhooks',
    text: 'Signed notifications about your records, with a log and replay.',
    to: '/profile/webhooks',
    needs: 'developer',
  },
  {
    title: 'API reference',
    text: 'Calls that API keys can make, with examples for the command line.',
    to: '/profile/api-reference',
    needs: 'developer',
  },
  {
    title: 'Interface',
    text: 'Every API endpoint with its schema, access rules and errors.',
    to: '/api/docs',
    needs: 'developer',
    document: true,
  },
];

/** The start page of tool developers: only links the visitor may open. */
export default function DeveloperPage() {
  const facts = factsOf(useUi());
  return (
    <Container width="full" className={css.page}>
      <PageHead title="Developer" />
      <CardGrid className={css.places}>
        {places
          .filter((place) => may(facts, place.needs))
          .map((place) => (
            <CardLink key={place.to} to={place.to} reloadDocument={place.document} discover="none">
              <h2>{place.title}</h2>
              <p className={css.quiet}>{place.text}</p>
            </CardLink>
          ))}
      </CardGrid>
    </Container>
  );
}
