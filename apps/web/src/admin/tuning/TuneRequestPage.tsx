import { type ClientLoaderFunctionArgs, redirect } from 'react-router';
import { pageTitle } from '../../shell/title.ts';

export const meta = () => [{ title: pageTitle('Tune request') }];

/** Staff work on a request where everybody else does; what they may do more is offered there. */
export const clientLoader = ({ params }: ClientLoaderFunctionArgs) => redirect(`/tuning/request/${params.id}/status`);

export default function TuneRequestPage() {
  return null;
}
