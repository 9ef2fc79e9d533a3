import { t } from '@tuneport/domain/text/text';
import { ButtonLink } from '../../ui/controls/Button.tsx';
import { DateText } from '../../ui/text/DateText.tsx';
import { rich } from '../../ui/text/rich.ts';
import css from './DeferredPanels.module.css';

/** On every page while a deletion of the account is requested. */
export default function DeletionNotice({ dueAt }: { dueAt: string }) {
  return (
    <div className={css.update} role="status">
      <span>{rich('Your account will be deleted on {date}.', { date: <DateText at={dueAt} show="date" /> })}</span>
      <ButtonLink size="small" to="/profile/data">
        {t('Cancel deletion')}
      </ButtonLink>
    </div>
  );
}
