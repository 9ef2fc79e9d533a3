import { type ClientLoaderFunctionArgs, redirect } from 'react-router';
import { pageTitle } from '../../shell/title.ts';

export const meta = () => [{ title: pageTitle('Tune request') }];

/** Staff use the same page as customers and tuners; it offers them additional actions. */
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => redirect(`/tuning/request/${params.id}/status`);

export default function TuneRequestPage() {
  return null;
}
