import type { Deal } from './DealPage.tsx';

/** Only a deal that is still worked on asks for a next step. */
export const nothingPlannedText = ({
  status,
  archivedAt,
  deletedAt,
}: Pick<Deal, 'status' | 'archivedAt' | 'deletedAt'>): string =>
  status === 'open' && archivedAt === null && deletedAt === null
    ? 'No activity is planned. Plan one so that this deal is not forgotten.'
    : 'No activity is planned.';
