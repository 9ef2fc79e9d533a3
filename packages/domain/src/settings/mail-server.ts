/** Shown instead of "check your spam folder" on a site that cannot send mail. */
export const noMailServerText =
  'This site has no mail server yet, so the e-mail was not sent. The site operator can reveal the link in the back office under Mail.';
