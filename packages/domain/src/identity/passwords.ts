export const passwordLengthMin = 10;
export const shortPasswordText = 'Use at least 10 characters.';
export const passwordLengthMax = 200;
export const longPasswordText = 'A password can have at most 200 characters.';

// The most common passwords that meet the minimum length; shorter ones are already rejected.
const common: ReadonlySet<string> = new Set(
  `1234567890 12345678910 123456789a 123456789q 1234567891 1234567899 0123456789 0987654321 9876543210 1q2w3e4r5t
  1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc qwertyuiop qwerty1234 qwerty12345 qwerty123456 qwerty1234567890 qwertyuiop123
  qwertyuiop1 asdfghjkl1 asdfghjkl123 zxcvbnm123 password12 password123 password1234 password12345 password123456
  passw0rd123 p@ssw0rd123 p@ssword123 passwordpassword mypassword mypassword1 newpassword changeme123 changemenow letmein123
  letmein1234 welcome123 welcome1234 welcome2024 welcome2025 welcome2026 admin12345 admin123456 administrator adminadmin
  adminadmin1 iloveyou12 iloveyou123 iloveyou1234 abcdefghij abcdefghijk abcd123456 abc1234567 abc123456789 a123456789
  a1234567890 aa12345678 qazwsxedcrfv qazwsxedc123 football123 baseball123 basketball superman123 spiderman123 princess123
  sunshine123 michelle123 jennifer123 liverpool1 liverpool123 manchester chelsea123 starwars123 pokemon123 minecraft123
  trustno1234 whatever123 secret1234 testtest123 test123456 testing1234 computer123 internet123 default123 monkey12345
  dragon12345 master12345 shadow12345 killer12345 volkswagen volkswagen1 mercedesbenz lamborghini turbocharged`.split(
    /\s+/,
  ),
);

function runsThroughOneRow(password: string): boolean {
  const characters = Array.from(password);
  const steps = characters
    .slice(1)
    .map((character, at) => (character.codePointAt(0) ?? 0) - (characters[at]?.codePointAt(0) ?? 0));
  return [0, 1, -1].some((step) => steps.every((each) => each === step));
}

/**
 * Problems of a new password, for the form; empty if there are none. Only length counts, so there are no rules about
 * character classes.
 */
export function passwordProblems(password: string, email: string): string[] {
  const length = Array.from(password).length;
  if (length < passwordLengthMin) return [shortPasswordText];
  if (length > passwordLengthMax) return [longPasswordText];

  const problems: string[] = [];
  const plain = password.normalize('NFKC').trim().toLowerCase();
  const address = email.normalize('NFKC').trim().toLowerCase();
  if (address !== '' && (plain === address || plain === address.split('@')[0]))
    problems.push("Don't use your e-mail address as your password.");
  if (common.has(plain) || runsThroughOneRow(plain))
    problems.push('This is one of the most common passwords. Choose another.');
  return problems;
}
