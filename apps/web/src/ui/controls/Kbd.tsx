import css from '../Small.module.css';

export const Kbd = ({ children }: { children: string }) => <kbd className={css.kbd}>{children}</kbd>;
