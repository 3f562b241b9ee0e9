"""Settings: embedded by default (SQLite, no broker), a service when the environment names its servers."""

from pathlib import Path
from urllib.parse import urlsplit

from django.utils.csp import CSP
from django.utils.translation import gettext_lazy as _

from config import logs
from config.env import BASE_DIR, data_dir, dice_keys, env, mailer, secret_key

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = secret_key()
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
DICE_KEYS = dice_keys()
DATA_DIR = data_dir()
# The address links in notices start with; a notice is written where no request is at hand.
SITE_URL = env.str("SITE_URL", default="http://127.0.0.1:8000").rstrip("/")
HTTPS = SITE_URL.startswith("https://")
_host = urlsplit(SITE_URL).hostname or "localhost"
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[]) or [*{_host, "127.0.0.1", "localhost", "[::1]"}]
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "frontend",  # before allauth: its pages wear our look
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "django_structlog",
    "rest_framework",
    "drf_spectacular",
    "clubs",
    "battles",
    "campaigns",
]

MIDDLEWARE = [
    "config.metrics.MetricsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.csp.ContentSecurityPolicyMiddleware",
    "frontend.middleware.PageMethodsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "config.bodies.BodySizeMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django_structlog.middlewares.RequestMiddleware",
    "frontend.middleware.PersonalMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.csp",
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "frontend.context.site",
            ],
        },
    },
]

FORM_RENDERER = "frontend.forms.renderer.Renderer"

# --- Database -------------------------------------------------------------------------------------

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'signifer.sqlite3'}")}
_database = DATABASES["default"]
if _database["ENGINE"] == "django.db.backends.sqlite3":
    # IMMEDIATE: a transaction that reads, then writes, cannot wait for the lock otherwise.
    # FULL: an acknowledged decision survives a power cut.
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=FULL;PRAGMA foreign_keys=ON",
    }
else:
    # Kept apart from the address, so that the one can be a secret's file and the other stand in plain sight.
    _database["PASSWORD"] = env.str("DATABASE_PASSWORD", default="") or _database["PASSWORD"]
    # A frozen process must not hold a year for ever.
    _timeouts = "-c idle_in_transaction_session_timeout=60s -c statement_timeout=60s -c lock_timeout=30s"
    # A connection through a network that died notices within a minute and a half.
    _keepalives = {"keepalives_idle": 30, "keepalives_interval": 15, "keepalives_count": 4}
    _database["OPTIONS"] = {"options": _timeouts, "connect_timeout": 5, **_keepalives}
    if env.bool("DATABASE_PREPARE", default=True):
        # The server plans a statement that comes again once: planning is half of what it does for a turn or a page.
        _database["OPTIONS"] |= {"server_side_binding": True, "prepare_threshold": 5}
    if env.bool("DATABASE_POOL", default=False):
        # While the database is away a page says so after ``timeout`` seconds.
        _pool = {"min_size": 1, "max_size": env.int("BLOCKING_THREADS", default=4), "timeout": 5}
        _database["OPTIONS"]["pool"] = _pool
        _database["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- Broker and cache -----------------------------------------------------------------------------

REDIS_URL = env.str("REDIS_URL", default="")
if REDIS_URL:
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": REDIS_URL}}
else:
    # A table: limits are counted in the cache, and a second process on the same data must not double them.
    CACHES = {"default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "signifer_cache"}}

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ALWAYS_EAGER = not REDIS_URL
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 300
# A worker that is asked to end first lets its task end.
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 30
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than the hard time limit of the longest task, or that task runs again while it runs.
    "visibility_timeout": 3600,
    "socket_timeout": 5,
    "socket_connect_timeout": 1,
    # A message is a nudge: nobody waits for a broker that is away.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
    "global_keyprefix": env.str("REDIS_PREFIX", default="signifer:"),
}
CELERY_DB_REUSE_MAX = 500
CELERY_TASK_DEFAULT_QUEUE = "signifer"
TICK_SECONDS = env.int("TICK_SECONDS", default=15)
# After so many hours without a tick their time is given back to deadlines (0: never).
OUTAGE_HOURS = env.int("OUTAGE_HOURS", default=1)
# A year that could not be turned waits so long before the next try, then twice as long, and so on; after five tries it is held.
TURN_BACKOFF_SECONDS = env.int("TURN_BACKOFF_SECONDS", default=30)

# --- People ---------------------------------------------------------------------------------------

AUTH_USER_MODEL = "clubs.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
ACCOUNT_ADAPTER = "frontend.views.entrance.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "username"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before a change of the log-in: the password, or a code, once more
MFA_ADAPTER = "frontend.views.secondstep.SecondStepAdapter"
MFA_TOTP_TOLERANCE = 1  # half a minute either way: a phone's clock is not ours
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
# Where no mail is set up nobody could confirm an address, so nobody is asked to.
MAILERS = {"default": mailer()}
MAIL_WORKS = MAILERS["default"]["BACKEND"] != "django.core.mail.backends.console.EmailBackend"
MFA_ALLOW_UNVERIFIED_EMAIL = not MAIL_WORKS
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if MAIL_WORKS else "none"
ACCOUNT_REAUTHENTICATION_METHODS = ["password", "mfa", *(["code"] if MAIL_WORKS else [])]  # a code comes by letter
SILENCED_SYSTEM_CHECKS = ["mail.E001"]  # a club may run without mail: its administrators copy the links
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Signifer <signifer@localhost>")
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
ACCOUNT_LOGOUT_REDIRECT_URL = "home"
# Inner addresses (host:port, separated by commas) that a club's webhooks may be sent to, also without TLS: a chat server next door.
WEBHOOK_INSIDE = env.list("WEBHOOK_INSIDE", default=[])
SESSION_COOKIE_AGE = 60 * 60 * 24 * 60

# --- Languages and time ---------------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("es", _("Spanish")), ("it", _("Italian"))]
LOCALE_PATHS = [BASE_DIR / "frontend" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files ---------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "static-root")))
_static = "django.contrib.staticfiles.storage.StaticFilesStorage"
if not DEBUG and env.bool("STATIC_MANIFEST", default=True):
    _static = "whitenoise.storage.CompressedManifestStaticFilesStorage"
WHITENOISE_KEEP_ONLY_HASHED_FILES = True  # every address of ours is a hashed one: half the files, half the time
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": _static},
}

# --- Security -------------------------------------------------------------------------------------

SECURE_CSP = {
    "default-src": [CSP.SELF],
    "script-src": [CSP.SELF, CSP.NONCE],
    "style-src": [CSP.SELF, CSP.NONCE],
    "img-src": [CSP.SELF, "data:"],
    "object-src": [CSP.NONE],
    "base-uri": [CSP.NONE],
    "frame-ancestors": [CSP.NONE],
    "form-action": [CSP.SELF],
}
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "frontend.views.errors.csrf_failure"
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
# How many proxies stand before us and may be believed about the caller's address (rate limits).
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^(healthz|metrics)$"]  # asked by the machine next door, without TLS
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    # A club's other sites under the same name are not ours to speak for, unless it says so.
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.bool("HSTS_SUBDOMAINS", default=False)
    SILENCED_SYSTEM_CHECKS += [] if SECURE_HSTS_PRELOAD else ["security.W005", "security.W021"]
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024

# --- Watching --------------------------------------------------------------------------------------

# Whoever shows it may read /metrics; without one there is no such address.
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")

# --- API ------------------------------------------------------------------------------------------

# Requests a minute: of an address without a good token, of a person, of his writes, and of his password. Then what costs others
# something, in the longer time of its scope, as many as on the pages.
API_RATES = {
    "anon": env.int("API_RATE_ANON", default=60),
    "user": env.int("API_RATE_USER", default=600),
    "writes": env.int("API_RATE_WRITES", default=120),
    "login": env.int("API_RATE_LOGIN", default=5),
    "invitations": 30,
    "founding": 20,
    "records": 20,
}
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "clubs.api.auth.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PARSER_CLASSES": ["clubs.api.bodies.JSONBody"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "clubs.api.schema.ApiSchema",
    "EXCEPTION_HANDLER": "clubs.api.problems.handle",
    "NUM_PROXIES": ALLAUTH_TRUSTED_PROXY_COUNT,
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Signifer",
    "VERSION": "1",
    "DESCRIPTION": "Everything a player, an umpire or an administrator can do on a page, for programs.",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "COMPONENT_SPLIT_REQUEST": False,
    "ENUM_NAME_OVERRIDES": {
        "WarStage": "campaigns.models.campaign.Stage.values",
        "YearStage": "campaigns.models.year.YearStage.values",
        "DataForm": "battles.models.dataset.Form.values",
        "WebhookForm": "campaigns.models.webhook.Form.values",
        "BattleStage": "battles.models.battle.Stage.values",
        "WayToWrite": "battles.models.letters.Way.values",
    },
}

# --- Logs -----------------------------------------------------------------------------------------

LOGGING = logs.LOGGING
# A person is named by his public id, and where he sat is not written down.
DJANGO_STRUCTLOG_USER_ID_FIELD = "public_id"
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
