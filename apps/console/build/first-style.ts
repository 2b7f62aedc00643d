/** Look of the frame before the style files are there; sizes and colours as in src/styles and src/app/shell. */
export const FIRST_STYLE = `
:root{--f-page:#f4f6f7;--f-surface:#fff;--f-line:#dbe1e5;--f-text:#182026;--f-muted:#55626d;--f-block:#e4e9ec}
:root[data-mantine-color-scheme=dark]{--f-page:#0e1215;--f-surface:#151b1f;--f-line:#29333a;--f-text:#e4e9ec;--f-muted:#9babb6;--f-block:#1c242a}
:root[data-first=console]{overflow-y:scroll}
#first{position:fixed;inset:0;background:var(--f-page);color:var(--f-text);font:1rem/1.55 -apple-system,"Segoe UI",Roboto,"Liberation Sans",Arial,"Noto Sans",system-ui,sans-serif}
#first *{box-sizing:border-box;margin:0;font-style:normal;text-decoration:none}
#first i::after{content:var(--first-name);font-weight:640;letter-spacing:-.01em}
#first s{display:block;border-radius:10px;background:var(--f-block)}
.f-console,.f-front{display:none}
[data-first=console] .f-console{display:grid;grid-template:"h h" 3.5rem "n m" 1fr/15.5rem minmax(0,1fr);height:100%}
.f-console header{grid-area:h;display:flex;align-items:center;gap:.5rem;padding-inline:1.125rem;border-bottom:1px solid var(--f-line);background:var(--f-surface)}
.f-console nav{grid-area:n;overflow:hidden;padding:.5rem .75rem;border-right:1px solid var(--f-line);background:var(--f-surface);font-size:.875rem;line-height:1.5}
.f-console nav b{display:block;padding:.5rem .625rem .125rem;color:var(--f-muted);font-size:.75rem;font-weight:600;line-height:1.2}
.f-console nav span{display:flex;align-items:center;min-height:1.6875rem;padding-inline:2.375rem .625rem}
.f-console main{grid-area:m;display:grid;align-content:start;gap:1.25rem;max-width:84rem;padding:1.5rem}
.f-console s{height:7.5rem}.f-console s:first-child{width:11rem;height:2rem}.f-console s:last-child{height:16rem}
[data-first=front] .f-front{display:grid;align-content:center;gap:1.25rem;width:min(26rem,calc(100% - 2rem));height:94%;margin-inline:auto}
.f-front p{display:flex;align-items:center;gap:.75rem;font-size:1.125rem}
.f-front section{display:grid;gap:1.25rem;padding:1.75rem;border:1px solid var(--f-line);border-radius:10px;background:var(--f-surface)}
.f-front b{font-size:1.375rem;font-weight:640;line-height:1.25}.f-front s{height:2.625rem}
@media (max-width:62em){[data-first=console] .f-console{grid-template:"h" 3.5rem "m" 1fr/minmax(0,1fr)}.f-console nav{display:none}}
`;
