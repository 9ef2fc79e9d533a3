/** What a new dealer sets up, in this order. */
export const onboardingSteps = ['billing', 'address', 'tools', 'specializations', 'member', 'purchase'] as const;
export type OnboardingStep = (typeof onboardingSteps)[number];
