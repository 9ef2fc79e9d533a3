import { msg } from '../text/text.ts';

export const blogTags = [msg('Home'), msg('Products'), msg('Vehicles'), msg('News'), msg('Dealer')] as const;
