import { useRevalidator } from 'react-router';
import { errorText } from '../../../ui/feedback/error-text.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';

/** Runs a change, shows its error, and reloads the page data. */
export function useChange() {
  const { revalidate } = useRevalidator();
  return async (act: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await act();
      if (done) toast(done);
      await revalidate();
      return true;
    } catch (error) {
      toast(errorText(error), { tone: 'bad' });
      return false;
    }
  };
}
