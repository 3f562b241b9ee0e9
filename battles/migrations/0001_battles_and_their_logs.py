import clubs.ids
import django.db.models.deletion
from django.db import migrations, models

from battles.append_only import ProtectFacts


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('clubs', '0001_people_and_clubs'),
    ]

    operations = [
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('name', models.CharField(max_length=40, primary_key=True, serialize=False)),
                ('beat_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Battle',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=clubs.ids.public_id, editable=False, max_length=12, unique=True)),
                ('ruleset', models.CharField(max_length=40)),
                ('edition', models.PositiveIntegerField()),
                ('setup', models.JSONField()),
                ('names', models.JSONField(default=dict)),
                ('url', models.CharField(blank=True, max_length=200)),
                ('stage', models.CharField(choices=[('open', 'Being fought'), ('decided', 'Decided'), ('held', 'Held: something went wrong'), ('void', 'Void')], default='open', max_length=8)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('revision', models.PositiveIntegerField(default=0)),
                ('version', models.PositiveIntegerField(default=0)),
                ('state', models.JSONField()),
                ('state_digest', models.CharField(max_length=64)),
                ('head', models.CharField(max_length=64)),
                ('outcome', models.JSONField(blank=True, null=True)),
                ('deadline_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='battles', to='clubs.club')),
            ],
            options={
                'verbose_name': 'battle',
                'verbose_name_plural': 'battles',
            },
        ),
        migrations.CreateModel(
            name='BattleEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('revision', models.PositiveIntegerField(default=0)),
                ('kind', models.CharField(choices=[('opened', 'Opened'), ('moved', 'Played'), ('ruled', 'Ruled by the umpire'), ('undone', 'Taken back'), ('reopened', 'Reopened')], max_length=8)),
                ('seat', models.CharField(blank=True, max_length=80)),
                ('manner', models.CharField(choices=[('own', 'by the seat itself'), ('paper', 'typed in from paper'), ('program', 'by the program, for an absent player'), ('umpire', 'by the umpire')], max_length=8)),
                ('action', models.JSONField()),
                ('audiences', models.JSONField(default=dict)),
                ('happenings', models.JSONField()),
                ('rolls', models.JSONField(default=list)),
                ('reveals', models.BooleanField(default=False)),
                ('back_to', models.PositiveIntegerField(blank=True, null=True)),
                ('state', models.JSONField(blank=True, null=True)),
                ('state_digest', models.CharField(max_length=64)),
                ('prev_hash', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('at', models.DateTimeField()),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.membership')),
                ('battle', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='battles.battle')),
            ],
            options={
                'verbose_name': 'entry of a battle',
                'verbose_name_plural': 'entries of battles',
                'ordering': ['battle', 'seq'],
            },
        ),
        migrations.CreateModel(
            name='DiceSecret',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=80)),
                ('year', models.PositiveIntegerField()),
                ('epoch', models.PositiveIntegerField(default=0)),
                ('commitment', models.CharField(max_length=64)),
                ('sealed', models.BinaryField()),
                ('revealed', models.CharField(blank=True, max_length=64)),
                ('drawn_at', models.DateTimeField()),
                ('revealed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'year', 'epoch'), name='one_secret_a_year_and_epoch')],
            },
        ),
        migrations.CreateModel(
            name='OutboxMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=clubs.ids.public_id, editable=False, max_length=12, unique=True)),
                ('key', models.CharField(max_length=200)),
                ('kind', models.CharField(max_length=60)),
                ('data', models.JSONField(default=dict)),
                ('url', models.CharField(blank=True, max_length=200)),
                ('created_at', models.DateTimeField()),
                ('read_at', models.DateTimeField(blank=True, null=True)),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('email_state', models.CharField(choices=[('none', 'no e-mail'), ('waiting', 'to be sent'), ('failed', 'failed, to be tried again'), ('sent', 'sent'), ('dead', 'given up')], default='none', max_length=8)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_attempt_at', models.DateTimeField(blank=True, null=True)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('club', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='clubs.club')),
                ('recipient', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='clubs.membership')),
            ],
            options={
                'verbose_name': 'notice',
                'verbose_name_plural': 'notices',
            },
        ),
        migrations.CreateModel(
            name='SealedMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=80)),
                ('action', models.JSONField()),
                ('manner', models.CharField(max_length=8)),
                ('given_at', models.DateTimeField()),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='clubs.membership')),
                ('battle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sealed_moves', to='battles.battle')),
            ],
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=80)),
                ('kind', models.CharField(choices=[('player', 'Player'), ('umpire', 'Umpire'), ('program', 'Program')], default='player', max_length=8)),
                ('battle', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='battles.battle')),
                ('member', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='clubs.membership')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
            },
        ),
        migrations.AddIndex(
            model_name='battle',
            index=models.Index(fields=['club', 'stage'], name='battles_of_a_club'),
        ),
        migrations.AddConstraint(
            model_name='battleentry',
            constraint=models.UniqueConstraint(fields=('battle', 'seq'), name='a_number_is_used_once'),
        ),
        migrations.AddIndex(
            model_name='outboxmessage',
            index=models.Index(condition=models.Q(('email_state__in', ['waiting', 'failed'])), fields=['next_attempt_at'], name='mail_to_send'),
        ),
        migrations.AddIndex(
            model_name='outboxmessage',
            index=models.Index(fields=['recipient', '-created_at'], name='notices_of_a_member'),
        ),
        migrations.AddIndex(
            model_name='outboxmessage',
            index=models.Index(condition=models.Q(('read_at', None)), fields=['url'], name='notices_to_put_aside'),
        ),
        migrations.AddConstraint(
            model_name='outboxmessage',
            constraint=models.UniqueConstraint(fields=('recipient', 'key'), name='told_once'),
        ),
        migrations.AddConstraint(
            model_name='sealedmove',
            constraint=models.UniqueConstraint(fields=('battle', 'seat'), name='one_sealed_move_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('battle', 'key'), name='one_seat_of_a_key'),
        ),
        ProtectFacts('battleentry', ('battle', 'seq', 'revision', 'kind', 'seat', 'manner', 'action', 'audiences', 'happenings', 'rolls', 'reveals', 'back_to', 'state', 'state_digest', 'prev_hash', 'hash', 'at')),
    ]
