import { type ReactNode, useRef } from 'react';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import type { Crumb } from '../../ui/layout/Breadcrumbs.tsx';
import { Container } from '../../ui/layout/Layout.tsx';
import { HeadingList } from '../../ui/layout/SectionList.tsx';
import { PageHead } from '../PageHead.tsx';
import css from './RecordFrame.module.css';

type Props = {
  /** Breadcrumbs back to the list. */
  crumbs: readonly Crumb[];
  title: string;
  /** One line below the title: state and URL of the record. */
  about?: ReactNode;
  actions?: ReactNode;
  /** To the right of the main column on wide screens, below it on narrow ones. */
  side?: ReactNode;
  children: ReactNode;
};

/** Page layout of one record: breadcrumbs, title, actions and content. */
export function RecordFrame({ crumbs, title, about, actions, side, children }: Props) {
  return (
    <Container width="full" className={css.page}>
      {/* Pages in the menu have no parent list to link to. */}
      <PageHead {...(crumbs.length > 0 && { crumbs: [...crumbs, { label: title }] })} title={title} about={about}>
        {actions}
      </PageHead>
      <Sectioned>
        <RecordColumns main={children} side={side} />
      </Sectioned>
    </Container>
  );
}

/** Content with the list of its sections beside it, if it has several. */
export function Sectioned({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  return (
    <div className={css.sectioned}>
      <HeadingList label="Sections" of={content} />
      <div ref={content} className={css.content}>
        {children}
      </div>
    </div>
  );
}

/** The main column with facts beside it on wide screens. */
export function RecordColumns({ main, side }: { main: ReactNode; side?: ReactNode }) {
  return (
    <div className={side ? css.both : css.one}>
      <div className={css.part}>{main}</div>
      {side ? (
        <div className={css.part} data-beside>
          {side}
        </div>
      ) : null}
    </div>
  );
}

export function RecordLoading({ label }: { label: string }) {
  return (
    <Container width="full" className={css.page}>
      <Skeleton lines={12} label={label} />
    </Container>
  );
}
