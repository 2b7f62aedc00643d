/** The one script of the page that runs before the first paint. */

/** Keys and values are those of src/app/theme.ts, src/session/token-store.ts and src/lib/first-page.ts. */
export function firstScript(consoleFiles: readonly string[]): string {
  return `(function(d,r,l,n){
function get(k){try{return l.getItem(k)}catch(e){return null}}
function read(k){try{return JSON.parse(get(k))||{}}catch(e){return {}}}
var s=get("hubwart.theme"),t=read("hubwart.session"),f=read("hubwart.device"),h={Accept:"application/json"};
if(s!=="light"&&s!=="dark")s=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";
r.setAttribute("data-mantine-color-scheme",s);
var token=typeof t.token==="string"&&n-t.used<300000?t.token:undefined;
r.setAttribute("data-first",token?"console":"front");
r.style.setProperty("--first-name",JSON.stringify(String(f.name||"Hubwart")));
if(token){h.Authorization="Bearer "+token;
${JSON.stringify(consoleFiles)}.forEach(function(u){var e=d.createElement("link");
if(/css$/.test(u)){e.rel="preload";e.as="style"}else e.rel="modulepreload";
e.crossOrigin="";e.href=u;d.head.appendChild(e)})}
window.hubwartInfo={token:token,answer:fetch("/admin/api/info?auth_check="+n,{headers:h,cache:"no-store",credentials:"omit",redirect:"error"}).then(function(a){return a.text().then(function(x){return new Response(x,{status:a.status,headers:a.headers})})}).catch(function(){})}
})(document,document.documentElement,localStorageOrNothing(),Date.now());
function localStorageOrNothing(){try{return localStorage}catch(e){return null}}`;
}
