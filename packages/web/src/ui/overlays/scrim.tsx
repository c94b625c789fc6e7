/**
 * Dims the page behind a dialog. Not Radix's overlay, which locks scrolling with a style element that the content security policy
 * blocks.
 */
export const Scrim = () => <div className="fixed inset-0 z-40 bg-[rgb(0_0_0/0.4)]" aria-hidden="true" />;
