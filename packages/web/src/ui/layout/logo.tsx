/** The same as public/favicon.svg, but inlined, because an image would be another request. */
export const Logo = ({ size }: { readonly size: number }) => (
  <svg aria-hidden="true" viewBox="0 0 16 16" width={size} height={size}>
    <path d="M4 2v6a4 4 0 0 0 8 0V2" fill="none" stroke="#b4561b" strokeWidth="2.5" strokeLinecap="round" />
  </svg>
);
