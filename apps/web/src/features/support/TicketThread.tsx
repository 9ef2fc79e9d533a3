import { t } from '@tuneport/domain/text/text';
import { Thread } from '../../ui/text/Thread.tsx';
import { FileLinks } from './FileLinks.tsx';
import type { Ticket } from './ticket-labels.ts';

type Props = {
  ticket: Pick<Ticket, 'description' | 'customer_name' | 'created_at' | 'by_mail' | 'files' | 'messages'>;
  mine: 'customer' | 'house';
  addressOf: (fileId: string) => string;
};

/** The opening message of a ticket and all replies. */
export function TicketThread({ ticket, mine, addressOf }: Props) {
  const first = {
    id: 0,
    by: 'customer' as const,
    author: ticket.customer_name,
    text: ticket.description,
    created_at: ticket.created_at,
    by_mail: ticket.by_mail,
    files: ticket.files,
  };
  return (
    <Thread
      label={t('Messages')}
      messages={[first, ...ticket.messages]}
      mine={mine}
      noteWords={t('Internal note')}
      mailWords={t('By e-mail')}
      below={({ files }) => <FileLinks files={files} addressOf={addressOf} />}
    />
  );
}
