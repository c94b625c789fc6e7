/**
 * A command line that works on any machine with Node.js: this server hands out its own `tack`. The package of the same name in
 * the public npm registry is not ours.
 */
export const tackCommand = (words: string): string => `npx -y ${window.location.origin}/tack.tgz ${words}`;

/** Makes `tack` a command of the machine, which recording needs: its hooks start it by its place. */
export const installTack = (): string => `npm install -g ${window.location.origin}/tack.tgz`;
