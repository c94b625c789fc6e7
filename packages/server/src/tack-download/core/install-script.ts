/** Everything that an address of ours can consist of, and nothing that means something to a shell. */
const ADDRESS = /^https?:\/\/[\w.-]+(:\d{1,5})?(\/[\w.~/-]*)?$|^https?:\/\/\[[\da-f:.]+\](:\d{1,5})?(\/[\w.~/-]*)?$/i;

/** The address without its final slashes; undefined if it is not one that may be part of a script. */
export function scriptAddress(address: string): string | undefined {
  return ADDRESS.test(address) ? address.replace(/(?<!\/)\/+$/, "") : undefined;
}

/** `>=20.19` as numbers. */
function oldestNode(range: string): readonly [major: number, minor: number] {
  const [, major = "0", minor = "0"] = /(\d+)(?:\.(\d+))?/.exec(range) ?? [];
  return [Number(major), Number(minor)];
}

/** `GET /install.sh`: what `npm install -g` would do by itself, with the reasons when it cannot. */
export function installScript(server: string, nodeRange: string): string {
  const [major, minor] = oldestNode(nodeRange);
  return `#!/bin/sh
# Installs tack, the command line of Tackroom, from ${server} with npm. It downloads nothing else and does not use sudo.
set -eu

server='${server}'

fail() {
  printf '%s\\n' "$@" >&2
  exit 1
}

command -v node >/dev/null 2>&1 ||
  fail 'tack needs Node.js ${major}.${minor} or newer, and node was not found.' 'Install it from https://nodejs.org, then run this again.'
node -e 'var v = process.versions.node.split("."); process.exit(v[0] > ${major} || (v[0] == ${major} && v[1] >= ${minor}) ? 0 : 1)' ||
  fail "tack needs Node.js ${major}.${minor} or newer; this is $(node --version)." 'Install a newer one from https://nodejs.org, then run this again.'
command -v npm >/dev/null 2>&1 ||
  fail 'npm was not found. It is part of Node.js: install it from https://nodejs.org, then run this again.'

echo "Running: npm install -g $server/tack.tgz"
npm install -g --ignore-scripts --no-audit --no-fund "$server/tack.tgz" ||
  fail 'npm could not install tack; see its messages above.' 'If it may not write to its folder, choose another: npm config set prefix ~/.local, then run this again.'

bin="$(npm prefix -g)/bin"
echo
echo "Installed tack $("$bin/tack" --version) in $bin."
case ":$PATH:" in
  *":$bin:"*) ;;
  *) echo "Add it to your PATH: export PATH=\\"$bin:\\$PATH\\"" ;;
esac
echo 'Next steps:'
echo "  tack login --server $server"
echo '  tack doctor     # records the sessions of the coding agents on this machine'
`;
}
