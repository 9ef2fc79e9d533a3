/** A saved reply for one ticket: {name} is the customer, {number} the ticket. Unknown placeholders stay, so that a typing error is seen before sending. */
export const filledReply = (text: string, facts: { readonly name: string; readonly number: string }): string =>
  text.replaceAll('{name}', () => facts.name).replaceAll('{number}', () => facts.number);
