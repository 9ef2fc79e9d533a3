import { t } from '@tuneport/domain/text/text';
import { data } from 'react-router';
import { ForbiddenText } from '../frame/page-labels.tsx';
import css from '../shell.module.css';
import { pageTitle } from '../title.ts';

export const meta = () => [{ title: pageTitle(t('No access')) }];

export const loader = () => data(null, { status: 403 });

export default function Forbidden() {
  return (
    <div className={css.pageError}>
      <ForbiddenText />
    </div>
  );
}
