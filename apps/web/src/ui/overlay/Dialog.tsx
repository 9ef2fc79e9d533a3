import { cx } from '../class-names.ts';
import { LeaveGuard } from '../form/LeaveGuard.tsx';
import css from './Dialog.module.css';
import { Sheet, type SheetProps } from './Sheet.tsx';

type Props = SheetProps & {
  /** 600 px unless `wide`. */
  size?: 'default' | 'wide';
};

/** A modal dialog. Typed text in it is not lost by closing it or leaving the page. */
export function Dialog({ size = 'default', ...props }: Props) {
  return <Sheet {...props} guard={<LeaveGuard />} className={cx(css.dialog, size === 'wide' && css.wide)} />;
}

export function Drawer({ side = 'right', ...props }: SheetProps & { side?: 'left' | 'right' }) {
  return <Sheet {...props} className={cx(css.drawer)} side={side} />;
}
